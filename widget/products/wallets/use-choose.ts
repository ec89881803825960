import { useWidget } from '../../form/index.ts'
import type { Wallet } from './wallet.ts'

/** Gives the function that goes on with a wallet to sign in. */
export const useChoose = (): ((wallet: Wallet) => void) => {
  const { dispatch } = useWidget()
  return ({ id }) => {
    dispatch({ type: 'update_crypto_state', cryptoState: { walletOption: id } })
    dispatch({ type: 'transition', screen: 'CryptoConnect' })
  }
}
