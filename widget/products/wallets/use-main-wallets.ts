import { useWidget } from '../../form/index.ts'
import { useWallets } from './use-wallets.ts'
import type { Wallet } from './wallet.ts'
import { walletsOnMain } from './wallets-on-main.ts'

/** The wallets on Main, and those behind 'Continue with other Crypto Wallet'. */
export const useMainWallets = (): { here: readonly Wallet[]; others: readonly Wallet[] } => {
  const { settings } = useWidget()
  const wallets = useWallets()
  const room = walletsOnMain(settings.products.includes('oauth') ? settings.oauthOptions.providers.length : 0)
  return { here: wallets.slice(0, room), others: wallets.slice(room) }
}
