/** Its texts in English, to the letter as SPEC has them. */
export const en = {
  continueWith: 'Continue with {wallet}',
  otherWallets: 'Continue with other Crypto Wallet',
  setUp: 'Set up a new crypto wallet',
  anyEthereum: 'Other Ethereum Wallet',
  anySolana: 'Other Solana Wallet',
  connecting: 'Connecting to your wallet...',
  connectHint: 'In the pop-up of your wallet, allow this page to connect.',
  signing: 'Completing signature request...',
  signHint: 'Sign the message in the pop-up of your wallet. Signing costs nothing and moves no money.',
  trouble: 'Is nothing happening? Go back with the arrow and try again.',
  setUpExplanation:
    'With a crypto wallet you sign in without an address or a password. Install one, then come back to this page and sign in with it.',
  opensElsewhere: '{wallet}, in a new tab',
  otherHeading: 'Continue with other wallet',
  failed: 'Looks like there was an error!',
  failedExplanation:
    'Your sign in request could not be completed. Use the back arrow to return to the log in screen and try again!',
  notConnected: 'Could not connect to wallet',
  notSigned: 'Could not sign message',
  success: 'Success!',
  connected: 'You have successfully connected your wallet.',
}

export type WalletTexts = typeof en
