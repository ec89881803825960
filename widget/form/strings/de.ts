import { german } from '../../products/de.ts'
import type { ownTexts, Strings } from './en.ts'
import { mergeTexts } from './merge-texts.ts'

const ownGerman: typeof ownTexts = {
  common: {
    language: 'de',
    back: 'Zurück',
    or: 'oder',
    continue: 'Weiter',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
    poweredBy: 'Bereitgestellt von',
    unexpected: 'Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.',
    loading: 'Wird geladen',
    notLoaded:
      'Dieser Teil des Formulars konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    tryAgain: 'Noch einmal versuchen',
  },
  main: {
    heading: 'Registrieren oder anmelden',
    waysToSignIn: 'Arten der Anmeldung',
    emailTab: 'E-Mail',
    continueWithEmail: 'Weiter mit E-Mail',
    invalidEmail: 'Ungültige E-Mail-Adresse',
    invalidEmailForCode: 'Ungültige E-Mail-Adresse, bitte versuchen Sie es noch einmal.',
    passkeysAlone:
      'Fehler: Passkeys allein genügen nicht, bitte fügen Sie der Konfiguration ein weiteres Produkt hinzu.',
    linkAndCode: 'Fehler: Links und Codes per E-Mail können nicht zugleich verwendet werden.',
    noWayIn:
      'Fehler: Dieses Formular bietet keinen Weg, sich anzumelden. Nennen Sie in der Konfiguration mindestens ein Produkt mit seinen Optionen.',
  },
}

/** German, in the polite form. A missing text does not compile. */
export const de: Strings = mergeTexts(ownGerman, ...german)
