/** Its texts in English. */
export const en = {
  code: 'Code',
  codeSent: 'We have sent a code to {destination}. Enter it to show that this is yours.',
  proveHeading: 'Confirm that it is you',
  proveExplained: 'Before something important changes, please prove once more who you are.',
  proveSecond: 'Your account is protected by a second proof.',
  proveWithPassword: 'Use my password',
  proveWithPasskey: 'Use a passkey',
  proveWithWallet: 'Use my wallet',
  proveWithProvider: 'Use {name}',
  proveByLeaving: 'You leave this page for {name} and come back to it. Then make the change again.',
  goTo: 'Go to {name}',
  noWallet: 'No wallet was found in this browser.',
  proveWithCode: 'Send a code to {destination}',
  proveWithApp: 'Use my authenticator app',
  proveWithRecovery: 'Use a recovery code',
  proveOtherwise: 'Log out and log in again, then come back here.',
  appCode: 'Code of the app',
  recoveryCode: 'Recovery code',
  confirm: 'Confirm',
  otherWay: 'Another way',
  cancel: 'Cancel',
}

export type ProofTexts = Readonly<Record<keyof typeof en, string>>
