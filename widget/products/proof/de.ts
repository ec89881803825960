import type { ProofTexts } from './en.ts'

/** Its texts in German. */
export const de: ProofTexts = {
  code: 'Code',
  codeSent: 'Wir haben einen Code an {destination} gesendet. Geben Sie ihn ein, um zu zeigen, dass dies Ihnen gehört.',
  proveHeading: 'Bestätigen Sie, dass Sie es sind',
  proveExplained: 'Bestätigen Sie zum Schutz Ihres Kontos bitte noch einmal, dass Sie es sind.',
  proveSecond: 'Ihr Konto ist durch einen zweiten Nachweis geschützt.',
  proveWithPassword: 'Mit meinem Passwort',
  proveWithPasskey: 'Mit einem Passkey',
  proveWithWallet: 'Meine Wallet verwenden',
  proveWithProvider: '{name} verwenden',
  proveByLeaving: 'Sie gehen zu {name} und kommen dann hierher zurück. Nehmen Sie die Änderung danach noch einmal vor.',
  goTo: 'Zu {name}',
  noWallet: 'In diesem Browser wurde keine Wallet gefunden.',
  proveWithCode: 'Code an {destination} senden',
  proveWithApp: 'Mit meiner Authenticator-App',
  proveWithRecovery: 'Mit einem Wiederherstellungscode',
  proveOtherwise: 'Melden Sie sich ab und wieder an und kommen Sie dann hierher zurück.',
  appCode: 'Code aus der App',
  recoveryCode: 'Wiederherstellungscode',
  confirm: 'Bestätigen',
  otherWay: 'Auf andere Weise bestätigen',
  cancel: 'Abbrechen',
}
