/** Its texts in English. */
export const en = {
  heading: 'One more step',
  byApp: 'Your account is protected by an authenticator app. Enter the code that the app shows now.',
  byRecoveryCode:
    'Enter one of the recovery codes that you kept when you set up the app. Each works once. Afterwards, set up a new app on your account page.',
  account: 'You are logging in as {account}.',
  code: 'Code from the app',
  recoveryCode: 'Recovery code',
  remember: 'Remember this device for 30 days',
  rememberHint: 'Only on a device that nobody else uses.',
  continue: 'Log in',
  useApp: 'Use the app instead',
  useRecoveryCode: 'Lost your phone? Use a recovery code',
  usePasskey: 'Use a passkey',
  lostBoth:
    'No phone and no recovery codes? Write to the people who run this service. When they are sure that it is you, they can remove the app from your account.',
  leave: 'Log in as somebody else',
  wrongCode: 'This code is not right. The app shows a new one every 30 seconds: enter the newest.',
  wrongRecoveryCode: 'This recovery code is not right, or it was used before.',
  locked: 'Too many wrong codes. Wait 15 minutes, then try again.',
  done: 'Success',
  doneExplained: 'You are logged in.',
}

export type SecondFactorTexts = Readonly<Record<keyof typeof en, string>>
