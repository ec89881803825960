import { useWidget } from '../../form/index.ts'
import type { Wallet } from './wallet.ts'

/** Returns a function that continues signing in with a wallet. */
export const useChoose = (): ((wallet: Wallet) => void) => {
  const { dispatch } = useWidget()
  return ({ id }) => {
    dispatch({ type: 'update_crypto_state', cryptoState: { walletOption: id } })
    dispatch({ type: 'transition', screen: 'CryptoConnect' })
  }
}
