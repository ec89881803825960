import type { HeadlessClient, Settings } from '../../form/index.ts'
import type { Wallet } from './wallet.ts'

/** Asks a wallet for an address, and the provider for the text that it is to sign. */
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
