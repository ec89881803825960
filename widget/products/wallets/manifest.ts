import type { ShapeOf } from '../../shape/index.ts'
import type { Manifest } from '../manifest.ts'
import type { WalletTexts } from './en.ts'

export type WalletOptions = {
  /** Statement shown by wallets before signing, if the project uses EIP-4361. */
  statement?: string
}

const optionsShape: ShapeOf<WalletOptions> = { fields: { statement: 'string' } }

/** The chosen wallet by its discovery ID, and the message to sign. */
type CryptoState = { walletOption: string; walletAddress: string; walletChallenge: string }
type State = { cryptoState: CryptoState; errorMessage: string }

/** Signing in with a crypto wallet of the browser. */
export const wallets = {
  optionsKey: 'cryptoOptions',
  optionsShape,
  withDefaults: (options: WalletOptions | undefined): WalletOptions => options ?? {},
  screens: [
    'CryptoConnect',
    'CryptoSignMessage',
    'CryptoOtherScreen',
    'CryptoSetupWallet',
    'CryptoError',
    'CryptoConfirmation',
  ],
  initialState: {
    cryptoState: { walletOption: 'Metamask', walletAddress: '', walletChallenge: '' },
    errorMessage: '',
  } as State,
  actions: {
    update_crypto_state: ({ cryptoState: before }: State, { cryptoState }: { cryptoState: Partial<CryptoState> }) => ({
      cryptoState: { ...before, ...cryptoState },
    }),
    set_error_message: (_: State, { errorMessage }: { errorMessage: string }) => ({ errorMessage }),
  },
  // Those in English come with the views.
  texts: { wallets: {} as Partial<WalletTexts> },
  // How many there are is known in the browser: its wallets, or the way to one.
  buttons: { group: 'wallets', count: () => 1 },
  landing: null,
} as const satisfies Manifest
