import type { ViewsOf } from '../../form/index.ts'
import { CryptoConfirmation } from './CryptoConfirmation.tsx'
import { CryptoConnect } from './CryptoConnect.tsx'
import { CryptoError } from './CryptoError.tsx'
import { CryptoOtherScreen } from './CryptoOtherScreen.tsx'
import { CryptoSetupWallet } from './CryptoSetupWallet.tsx'
import { CryptoSignMessage } from './CryptoSignMessage.tsx'
import { Signing } from './Signing.tsx'
import { WalletButtons } from './WalletButtons.tsx'
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
