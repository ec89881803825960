import type { en } from './en.ts'

/** Its texts in German, in the polite form. */
export const de: typeof en = {
  emailConfirmation: {
    heading: 'Sehen Sie in Ihrem Postfach nach',
    sent: 'Eine E-Mail wurde an {email} gesendet.',
    gmail: 'In Gmail öffnen',
    yahoo: 'In Yahoo öffnen',
    outlook: 'In Outlook öffnen',
    tryAgain: 'Noch einmal versuchen',
  },
}
