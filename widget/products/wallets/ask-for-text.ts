import type { HeadlessClient, Settings } from '../../form/index.ts'
import type { Wallet } from './wallet.ts'

/** Requests an address from a wallet, and the message to sign from the provider. */
export const askForText = async (
  { client, settings }: { client: HeadlessClient; settings: Pick<Settings, 'cryptoOptions'> },
  wallet: Wallet,
) => {
  const address = await wallet.connect()
  const { siweRequiredForCryptoWallets: isSiwe } = await client.bootstrap()
  const data = await client.cryptoWallets.authenticateStart({
    crypto_wallet_address: address,
    crypto_wallet_type: wallet.type,
    ...(isSiwe && { siwe_params: { ...settings.cryptoOptions, chain_id: await wallet.chainId() } }),
  })
  return { address, data }
}
