/** A wallet of this browser. Whatever kind it is and however it was found, it connects and signs. */
export type Wallet = {
  /** The id by which the form remembers it. */
  id: string
  /** Its name; null when it does not say. */
  title: string | null
  /** A picture of its own, as a data URL. */
  icon: string | null
  type: 'ethereum' | 'solana'
  /** Asks its owner to let the page know an address. */
  connect: () => Promise<string>
  /** Asks its owner to sign a text. @returns hexadecimal or base58, as the provider reads it */
  sign: (text: string, address: string) => Promise<string>
  /** The chain it is on, if it says so; wallets of Solana do not. */
  chainId: () => Promise<string | undefined>
  /** Calls back when its owner changes to another account or, in a text that names the chain, to another chain. @returns what ends that */
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

/** What a wallet that was found says of itself. */
export type Found = Pick<Wallet, 'id' | 'title' | 'icon'>

/**
 * Runs one call at a time: a caller that asks again while a wallet waits for its owner gets the same answer. Wallets refuse a second
 * question beside an open one.
 */
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
