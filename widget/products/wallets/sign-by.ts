import type { HeadlessClient, Settings } from '../../form/index.ts'
import type { Wallet } from './wallet.ts'

type Asked = { address: string; text: string }

/** Signs a message with a wallet and sends the signature to the provider. Fails if the account or chain changes before `leaving`. */
export const signBy = async (
  { client, settings }: { client: HeadlessClient; settings: Pick<Settings, 'sessionOptions'> },
  wallet: Wallet,
  { address, text }: Asked,
  leaving: AbortSignal,
) => {
  const changed = new Promise<never>((_, refuse) => {
    const end = wallet.watch({ text, address }, () => refuse(new Error('The wallet has another account or chain.')))
    leaving.addEventListener('abort', end)
  })
  const signature = await Promise.race([wallet.sign(text, address), changed])
  return client.cryptoWallets.authenticate({
    crypto_wallet_address: address,
    crypto_wallet_type: wallet.type,
    signature,
    session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
  })
}
