import { type HeadlessClient, type Settings, useWidget } from '../../form/index.ts'
import { en, type WalletTexts } from './en.ts'

/** A browser wallet of any kind and discovery method, which connects and signs. */
export type Wallet = {
  /** The id by which the form remembers it. */
  id: string
  /** Its name; null when it does not say. */
  title: string | null
  /** A picture of its own, as a data URL. */
  icon: string | null
  type: 'ethereum' | 'solana'
  /** Requests an address from the user. */
  connect: () => Promise<string>
  /** Requests a signature from the user. @returns hexadecimal or base58, as the provider reads it */
  sign: (text: string, address: string) => Promise<string>
  /** Returns its chain, if available; Solana wallets have none. */
  chainId: () => Promise<string | undefined>
  /** Calls back when the account changes or, for a message that names the chain, when the chain changes. @returns a function that stops */
  watch: (asked: { text: string; address: string }, onChange: () => void) => () => void
}

/** The order of wallets on the screen: SPEC's order, then the names of others. */
export const order = [
  'Phantom',
  'Vessel',
  'Binance',
  'Coinbase',
  'Metamask',
  'GenericEthereumWallet',
  'GenericSolanaWallet',
]

export type Found = Pick<Wallet, 'id' | 'title' | 'icon'>

/** Shares a pending request among callers, since wallets reject a second prompt while one is open. */
export const onceAtATime = <Answer>(work: () => Promise<Answer>): (() => Promise<Answer>) => {
  let open: Promise<Answer> | undefined
  return () => {
    open ??= work().finally(() => {
      open = undefined
    })
    return open
  }
}

export const requireText = (value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value
  throw new Error('The wallet gave something else.')
}

/** Requests an address from a wallet, and the message to sign from the provider. */
export const requestWalletMessage = async (
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

/** The texts of this product: in English they come with it, so that other forms need not carry them. */
export const useTexts = (): WalletTexts => ({ ...en, ...useWidget().strings.wallets })
