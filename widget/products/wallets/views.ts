import type { ViewsOf } from '../../form/index.ts'
import {
  CryptoConfirmation,
  CryptoConnect,
  CryptoError,
  CryptoSetupWallet,
  CryptoSignMessage,
  Signing,
} from './screens.tsx'
import { CryptoOtherScreen, WalletButtons } from './WalletButtons.tsx'
import styles from './wallets.css?inline'

export const views: ViewsOf<'crypto'> = {
  screens: {
    CryptoConnect,
    CryptoSignMessage,
    CryptoOtherScreen,
    CryptoSetupWallet,
    CryptoError,
    CryptoConfirmation,
  },
  styles,
  Buttons: WalletButtons,
  PhoneForm: null,
  Signing,
  enterEmail: null,
}
