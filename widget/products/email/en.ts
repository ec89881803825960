/** Its texts in English, to the letter as SPEC has them. */
export const en = {
  emailConfirmation: {
    heading: 'Check your email',
    sent: 'An email was sent to {email}.',
    gmail: 'Open in Gmail',
    yahoo: 'Open in Yahoo',
    outlook: 'Open in Outlook',
    tryAgain: 'Try again',
  },
}
