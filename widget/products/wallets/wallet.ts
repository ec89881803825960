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
