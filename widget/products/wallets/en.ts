/** Its texts in English, to the letter as SPEC has them. */
export const en = {
  continueWith: 'Continue with {wallet}',
  otherWallets: 'Continue with other Crypto Wallet',
  setUp: 'Set up a new crypto wallet',
  anyEthereum: 'Other Ethereum Wallet',
  anySolana: 'Other Solana Wallet',
  connecting: 'Connecting to your wallet...',
  connectHint: 'Allow this page to connect in the pop-up of your wallet.',
  signing: 'Completing signature request...',
  signHint: 'Sign the message in the pop-up of your wallet. It costs nothing and moves nothing.',
  trouble: 'Nothing happens? Go back with the arrow and try again.',
  setUpExplanation:
    'A crypto wallet signs you in without an address or a password. Install one, then come back to this page and sign in with it.',
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
