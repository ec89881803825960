import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Removal } from '../../sdk/feature/index.ts'
import { removeWallet } from './store.ts'

export const walletRemoval: Removal = {
  endpoint: endpoints.users.deleteCryptoWallet,
  notFound: 'crypto_wallet_not_found',
  action: 'wallet.deleted',
  idsOf: user => user.crypto_wallets.map(wallet => wallet.crypto_wallet_id),
  without: (user, id) => ({
    ...user,
    crypto_wallets: user.crypto_wallets.filter(wallet => wallet.crypto_wallet_id !== id),
  }),
  change: () => 'wallet-removed',
  remove: removeWallet,
}
