import { type Found, onceAtATime, requireText, type Wallet } from './wallet.ts'

const characters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes in base58, as addresses and signatures of Solana are written: a number, and a 1 for each zero byte before it. Pure. */
export const encodeBase58 = (bytes: Uint8Array): string => {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = `${characters[Number(number % 58n)]}${text}`
  const first = bytes.findIndex(byte => byte !== 0)
  return '1'.repeat(first === -1 ? bytes.length : first) + text
}

/** Solana provider injected by wallets, in Phantom's format. */
export type SolanaProvider = {
  connect: () => Promise<{ publicKey?: unknown } | undefined>
  publicKey?: unknown
  request?: (asked: { method: string; params?: unknown }) => Promise<unknown>
  signMessage?: (message: Uint8Array, display: string) => Promise<unknown>
  on?: (event: string, listener: (told: never) => void) => void
  off?: (event: string, listener: (told: never) => void) => void
  isPhantom?: boolean
}

export const isSolanaProvider = (value: unknown): value is SolanaProvider =>
  typeof value === 'object' && value !== null && typeof (value as SolanaProvider).connect === 'function'

type Account = { address: string }
type Features = {
  'standard:connect': { connect: () => Promise<{ accounts: readonly Account[] }> }
  'standard:events'?: {
    on: (event: 'change', listener: (change: { accounts?: readonly Account[] }) => void) => () => void
  }
  'solana:signMessage': {
    signMessage: (asked: { account: Account; message: Uint8Array }) => Promise<readonly { signature: Uint8Array }[]>
  }
}

/** A wallet of the Wallet Standard (https://github.com/wallet-standard/wallet-standard) that signs messages of Solana. */
export type StandardWallet = {
  name: string
  icon?: unknown
  chains: readonly string[]
  accounts: readonly Account[]
  features: Features
}

export const isStandardWallet = (value: unknown): value is StandardWallet => {
  const { chains, features, name } = (value ?? {}) as Partial<StandardWallet>
  return (
    typeof name === 'string' &&
    Array.isArray(chains) &&
    chains.some(chain => String(chain).startsWith('solana:')) &&
    typeof features?.['standard:connect']?.connect === 'function' &&
    typeof features['solana:signMessage']?.signMessage === 'function'
  )
}

/** Normalizes a signature given as bytes, as JSON-serialized bytes, or in base58. */
const signatureText = (given: unknown): string => {
  if (typeof given === 'string') return requireText(given)
  const bytes = (given as { data?: unknown } | null)?.data ?? given
  return requireText(encodeBase58(Uint8Array.from(bytes as ArrayLike<number>)))
}

const unknown = async () => undefined

export const createSolanaWallet = (found: Found, provider: SolanaProvider): Wallet => ({
  ...found,
  type: 'solana',
  connect: onceAtATime(async () => {
    const answer = await provider.connect()
    const key = answer?.publicKey ?? provider.publicKey
    return requireText(key === undefined || key === null ? key : String(key))
  }),
  sign: async text => {
    const message = new TextEncoder().encode(text)
    const answer = await (provider.request === undefined
      ? provider.signMessage?.(message, 'utf8')
      : provider.request({ method: 'signMessage', params: { message, display: 'utf8' } }))
    return signatureText((answer as { signature?: unknown } | undefined)?.signature)
  },
  chainId: unknown,
  watch: ({ address }, onChange) => {
    const changed = (key: unknown) => {
      if (String(key) !== address) onChange()
    }
    provider.on?.('accountChanged', changed)
    return () => provider.off?.('accountChanged', changed)
  },
})

export const createStandardWallet = (found: Found, wallet: StandardWallet): Wallet => {
  const { features } = wallet
  return {
    ...found,
    type: 'solana',
    connect: onceAtATime(async () => {
      const { accounts } = await features['standard:connect'].connect()
      return requireText(accounts[0]?.address)
    }),
    sign: async (text, address) => {
      const account = wallet.accounts.find(each => each.address === address)
      if (account === undefined) throw new Error('The wallet has another account by now.')
      const message = new TextEncoder().encode(text)
      const [signed] = await features['solana:signMessage'].signMessage({ account, message })
      return signatureText(signed?.signature)
    },
    chainId: unknown,
    watch: ({ address }, onChange) =>
      features['standard:events']?.on('change', ({ accounts }) => {
        if (accounts !== undefined && !accounts.some(each => each.address === address)) onChange()
      }) ?? (() => undefined),
  }
}
