/**
 * Every text of the widget, by screen. `{name}` is filled in; nothing else is markup. English is SPEC's wording to the
 * letter, and its keys are what every other language must have.
 */
export const en = {
  common: {
    /** The language's tag (BCP 47), by which the browser names countries. */
    language: 'en',
    back: 'Back',
    or: 'or',
    continue: 'Continue',
    email: 'Email',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    poweredBy: 'Powered by',
    unexpected: 'Something went wrong. Please try again.',
  },
  main: {
    heading: 'Sign up or log in',
    continueWithProvider: 'Continue with {provider}',
    waysToSignIn: 'Ways to sign in',
    smsTab: 'Text',
    whatsappTab: 'WhatsApp',
    emailTab: 'Email',
    continueWithSms: 'Continue with text message',
    continueWithWhatsapp: 'Continue with WhatsApp',
    continueWithEmail: 'Continue with email',
    country: 'Country',
    phoneNumber: 'Phone number',
    invalidEmail: 'Invalid email address',
    invalidEmailForCode: 'Invalid email, please try again.',
    invalidPhoneNumber: 'Invalid phone number, please try again.',
    passkeysAlone: 'Error: Cannot use Passkeys by itself, please add another product to the config.',
    linkAndCode: 'Error: Cannot use both EML and Email OTP',
  },
  emailConfirmation: {
    heading: 'Check your email',
    sent: 'An email was sent to {email}.',
    gmail: 'Open in Gmail',
    yahoo: 'Open in Yahoo',
    outlook: 'Open in Outlook',
    tryAgain: 'Try again',
  },
  passcode: {
    heading: 'Enter passcode',
    sent: 'A 6-digit passcode was sent to you at {destination}.',
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
  passwordCreateOrLogin: {
    choose: 'Choose how you would like to create your account.',
    emailLink: 'Email me a login link',
    emailCode: 'Email me a login code',
    finish: 'Finish creating your account by setting a password.',
    logIn: 'Log In',
    forgotPassword: 'Forgot Password?',
    passwordInstead: 'Create a password instead',
    sending: 'Sending you an email',
    sendAgain: 'Send again',
  },
  passwordStrength: {
    label: 'Password strength',
    unknown: 'Not known yet',
    veryWeak: 'Very weak',
    weak: 'Weak',
    good: 'Good',
    strong: 'Strong',
    length: 'Must be at least {n} characters long',
    kinds: 'Must contain {n} of the following: uppercase letter, lowercase letter, number, symbol',
    met: 'done',
    missing: 'still missing',
    allMet: 'The password has all it must have.',
    breached:
      'This password may have been used on a different site that experienced a security issue. Please choose another password.',
    tooLong: 'Use at most {n} characters.',
    checkAgain: 'Check again',
  },
  passwordMail: {
    question: "Didn't get it?",
    resend: 'Resend email',
    resent: 'Email resent',
    withoutPassword: 'Login without a password',
  },
  passwordForgot: {
    heading: 'Forgot password?',
    sent: 'A link to reset your password was sent to you at {email}.',
  },
  passwordBreached: {
    heading: 'Check your email to set a new password',
    sent: 'A different site where you use the same password had a security issue. To keep your account safe, we sent an email to {email}: follow its link and set a new password.',
  },
  passwordSetNew: {
    heading: 'Check your email!',
    sent: 'A login link was sent to you at {email}.',
  },
  passwordDedupe: {
    heading: 'Check your email to set a new password!',
    sent: 'We sent an email to {email} to make sure that it is really you. Follow its link and set a new password to go on.',
  },
  passwordConfirmation: {
    heading: 'Success!',
    loggedIn: 'You have successfully logged in.',
  },
  passwordResetForm: {
    heading: 'Reset your password',
    busy: 'Logging in...',
    loggingIn: 'Logging in',
    retry: 'Try again',
    incomplete: 'This link is not complete. Open it from the email once more, or ask for a new one.',
    askAgain: 'Email me a new link',
  },
}

export type Strings = typeof en
