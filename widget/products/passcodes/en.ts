/** Its texts in English, to the letter as SPEC has them. */
export const en = {
  main: {
    smsTab: 'Text',
    whatsappTab: 'WhatsApp',
    continueWithSms: 'Continue with text message',
    continueWithWhatsapp: 'Continue with WhatsApp',
    country: 'Country',
    phoneNumber: 'Phone number',
    invalidPhoneNumber: 'Invalid phone number, please try again.',
  },
}

/** Strings of its own screens, which are loaded with them. */
export const enOfScreens = {
  passcode: {
    heading: 'Enter passcode',
    sent: 'A 6-digit passcode was sent to you at {destination}.',
    undelivered:
      'The message could not be delivered. Go back to check the number, or to choose another way to sign in.',
    label: 'Passcode',
    verifying: 'Verifying passcode...',
    invalid: 'Invalid passcode, please try again.',
    expires: "Your code expires in {time}. Didn't get it? {resend}",
    expired: 'Your code has expired. {resend}',
    resend: 'Resend code',
    resent: 'Code resent',
  },
  passcodeConfirmation: {
    heading: 'Success',
    verified: 'Your passcode has been successfully verified.',
  },
}
