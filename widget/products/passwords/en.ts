/** Its texts in English, to the letter as SPEC has them. */
export const en = {
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
    allMet: 'The password meets every requirement.',
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
    sent: 'A link to set a password was sent to you at {email}.',
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
    confirmHeading: 'Confirm your address',
    confirm:
      'Choose a new password. This address was not confirmed before, so somebody else may have set the password of this account.',
    confirmWithout: 'Confirm without a password',
    busy: 'Logging in...',
    loggingIn: 'Logging in',
    retry: 'Try again',
    incomplete: 'This link is not complete. Open it from the email again, or ask for a new one.',
    askAgain: 'Email me a new link',
  },
}

export type PasswordTexts = typeof en
