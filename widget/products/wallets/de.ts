import type { WalletTexts } from './en.ts'

const texts: WalletTexts = {
  continueWith: 'Weiter mit {wallet}',
  otherWallets: 'Weiter mit anderer Krypto‑Wallet',
  setUp: 'Eine neue Krypto‑Wallet einrichten',
  anyEthereum: 'anderer Ethereum‑Wallet',
  anySolana: 'anderer Solana‑Wallet',
  connecting: 'Ihre Wallet wird verbunden ...',
  connectHint: 'Erlauben Sie dieser Seite im Fenster Ihrer Wallet die Verbindung.',
  signing: 'Ihre Unterschrift wird eingeholt ...',
  signHint: 'Unterschreiben Sie die Nachricht im Fenster Ihrer Wallet. Das kostet nichts und überweist nichts.',
  trouble: 'Passiert nichts? Gehen Sie mit dem Pfeil zurück und versuchen Sie es noch einmal.',
  setUpExplanation:
    'Mit einer Krypto-Wallet melden Sie sich ohne Adresse und ohne Passwort an. Installieren Sie eine, kommen Sie auf diese Seite zurück und melden Sie sich mit ihr an.',
  opensElsewhere: '{wallet}, in einem neuen Tab',
  otherHeading: 'Weiter mit einer anderen Wallet',
  failed: 'Da ist etwas schiefgegangen!',
  failedExplanation:
    'Ihre Anmeldung konnte nicht abgeschlossen werden. Gehen Sie mit dem Pfeil zurück zur Anmeldung und versuchen Sie es noch einmal!',
  notConnected: 'Die Wallet ließ sich nicht verbinden',
  notSigned: 'Die Nachricht ließ sich nicht unterschreiben',
  success: 'Geschafft!',
  connected: 'Ihre Wallet ist verbunden.',
}

/** Its texts in German, in the polite form. */
export const de = { wallets: texts }
