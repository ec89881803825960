import type { PasskeyTexts } from './en.ts'

const texts: PasskeyTexts = {
  logIn: 'Mit einem Passkey anmelden',
  notFound:
    'Dieser Passkey ist nicht registriert. Vielleicht haben Sie ihn in Ihrem Konto gelöscht, aber nicht in Ihrem Passwortmanager. Bitte versuchen Sie es noch einmal.',
  unknownError: 'Bei der Anmeldung mit dem Passkey ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
  success: 'Geschafft',
  authenticated: 'Sie sind mit Ihrem Passkey angemeldet.',
  setUp: 'Einen Passkey einrichten',
  explanation:
    'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Bildschirmsperre an, ganz ohne Passwort.',
  create: 'Passkey erstellen',
  skip: 'Überspringen',
  notSignedIn: 'Fehler: Ein Passkey lässt sich erst einrichten, wenn jemand angemeldet ist.',
  alreadyRegistered:
    'Dieser Passkey kann nicht erstellt werden, denn er scheint schon registriert zu sein. Vielleicht wurde er auf einem anderen Gerät registriert und von dort übertragen.',
  notCreated:
    'Ihr Passkey wurde nicht erstellt. Wählen Sie „Passkey erstellen“, um es noch einmal zu versuchen, oder überspringen Sie diesen Schritt.',
  created: 'Ihr Passkey ist erstellt!',
  existing: 'Ihre Passkeys',
  none: 'Es gibt noch keine Passkeys.',
  name: 'Name des Passkeys',
  rename: '{name} umbenennen',
  save: 'Speichern',
  remove: '{name} löschen',
  warning: 'Ein gelöschter Passkey lässt sich nicht wiederherstellen.',
  delete: 'Löschen',
  cancel: 'Abbrechen',
  another: 'Noch einen Passkey einrichten',
  done: 'Fertig',
}

/** Its texts in German, in the polite form. */
export const de = { passkeys: texts }
