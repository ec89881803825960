import type { SecondFactorTexts } from './en.ts'

/** Its texts in German. */
export const de: SecondFactorTexts = {
  heading: 'Noch ein Schritt',
  byApp: 'Ihr Konto ist durch eine Authenticator-App geschützt. Geben Sie den Code ein, den die App jetzt zeigt.',
  byRecoveryCode:
    'Geben Sie einen der Wiederherstellungscodes ein, die Sie beim Einrichten der App aufbewahrt haben. Jeder gilt einmal. Richten Sie danach auf Ihrer Kontoseite eine neue App ein.',
  account: 'Sie melden sich als {account} an.',
  code: 'Code aus der App',
  recoveryCode: 'Wiederherstellungscode',
  remember: 'Dieses Gerät 30 Tage lang merken',
  rememberHint: 'Nur auf einem Gerät, das sonst niemand benutzt.',
  continue: 'Anmelden',
  useApp: 'Stattdessen die App verwenden',
  useRecoveryCode: 'Telefon verloren? Einen Wiederherstellungscode verwenden',
  usePasskey: 'Einen Passkey verwenden',
  lostBoth:
    'Weder Telefon noch Wiederherstellungscodes? Schreiben Sie denen, die diesen Dienst betreiben. Wenn sie sicher sind, dass Sie es sind, können sie die App von Ihrem Konto entfernen.',
  leave: 'Als jemand anderes anmelden',
  wrongCode: 'Dieser Code stimmt nicht. Die App zeigt alle 30 Sekunden einen neuen: Geben Sie den neuesten ein.',
  wrongRecoveryCode: 'Dieser Wiederherstellungscode stimmt nicht oder wurde schon benutzt.',
  locked: 'Zu viele falsche Codes. Warten Sie 15 Minuten und versuchen Sie es dann erneut.',
  done: 'Erfolg',
  doneExplained: 'Sie sind angemeldet.',
}
