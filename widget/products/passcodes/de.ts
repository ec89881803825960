import type { en, enOfScreens } from './en.ts'

/** Its texts in German, in the polite form. */
export const de: typeof en & typeof enOfScreens = {
  main: {
    smsTab: 'SMS',
    whatsappTab: 'WhatsApp',
    continueWithSms: 'Weiter mit SMS',
    continueWithWhatsapp: 'Weiter mit WhatsApp',
    country: 'Land',
    phoneNumber: 'Telefonnummer',
    invalidPhoneNumber: 'Ungültige Telefonnummer, bitte versuchen Sie es noch einmal.',
  },
  passcode: {
    heading: 'Code eingeben',
    sent: 'Ein sechsstelliger Code wurde an {destination} gesendet.',
    undelivered:
      'Die Nachricht konnte nicht zugestellt werden. Gehen Sie zurück, um die Nummer zu prüfen oder einen anderen Weg zu wählen.',
    label: 'Code',
    verifying: 'Code wird geprüft …',
    invalid: 'Ungültiger Code, bitte versuchen Sie es noch einmal.',
    expires: 'Ihr Code läuft in {time} ab. Nichts erhalten? {resend}',
    expired: 'Ihr Code ist abgelaufen. {resend}',
    resend: 'Code erneut senden',
    resent: 'Code erneut gesendet',
  },
  passcodeConfirmation: {
    heading: 'Geschafft',
    verified: 'Ihr Code wurde bestätigt.',
  },
}
