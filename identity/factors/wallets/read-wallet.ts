import { refuse } from '../../platform/refusal/index.ts'
import { readEthereumAddress } from './ethereum/index.ts'
import { readSolanaAddress } from './solana.ts'
import type { Wallet } from './store.ts'

/**
 * The wallet that a call names, with its address in the spelling that is kept.
 * @throws Refusal `invalid_crypto_wallet_address`
 */
export const readWallet = (type: Wallet['type'], text: string): Wallet => {
  const address = type === 'ethereum' ? readEthereumAddress(text) : readSolanaAddress(text)
  if (address === null) return refuse('invalid_crypto_wallet_address')
  return { type, address }
}
