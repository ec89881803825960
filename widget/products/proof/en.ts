/** Its texts in English. */
export const en = {
  code: 'Code',
  codeSent: 'We have sent a code to {destination}. Enter it to show that this is yours.',
  proveHeading: 'Confirm that it is you',
  proveExplained: 'To protect your account, please confirm once more that it is you.',
  proveSecond: 'A second proof protects your account.',
  proveWithPassword: 'Use my password',
  proveWithPasskey: 'Use a passkey',
  proveWithWallet: 'Use my wallet',
  proveWithProvider: 'Use {name}',
  proveByLeaving: 'You go to {name} and then come back here. Make the change again after that.',
  goTo: 'Go to {name}',
  noWallet: 'No wallet was found in this browser.',
  proveWithCode: 'Send a code to {destination}',
  proveWithApp: 'Use my authenticator app',
  proveWithRecovery: 'Use a recovery code',
  proveOtherwise: 'Log out and log in again, then come back here.',
  appCode: 'Code from the app',
  recoveryCode: 'Recovery code',
  confirm: 'Confirm',
  otherWay: 'Confirm in another way',
  cancel: 'Cancel',
}

export type ProofTexts = Readonly<Record<keyof typeof en, string>>
