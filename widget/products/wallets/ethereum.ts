import { type Found, onceAtATime, requireText, type Wallet } from './wallet.ts'

/** Ethereum provider (EIP-1193), as far as needed for signing in. */
export type EthereumProvider = {
  request: (asked: { method: string; params?: unknown[] }) => Promise<unknown>
  on?: (event: string, listener: (told: never) => void) => void
  removeListener?: (event: string, listener: (told: never) => void) => void
  isMetaMask?: boolean
  isCoinbaseWallet?: boolean
  providers?: EthereumProvider[]
}

export const isEthereumProvider = (value: unknown): value is EthereumProvider =>
  typeof value === 'object' && value !== null && typeof (value as EthereumProvider).request === 'function'

const isSame = (one: unknown, other: string): boolean => String(one).toLowerCase() === other.toLowerCase()

export const createEthereumWallet = (found: Found, provider: EthereumProvider): Wallet => ({
  ...found,
  type: 'ethereum',
  connect: onceAtATime(async () => {
    const accounts = await provider.request({ method: 'eth_requestAccounts' })
    return requireText(Array.isArray(accounts) ? accounts[0] : undefined)
  }),
  sign: async (text, address) =>
    requireText(await provider.request({ method: 'personal_sign', params: [text, address] })),
  chainId: async () => BigInt(requireText(await provider.request({ method: 'eth_chainId' }))).toString(),
  watch: ({ text, address }, onChange) => {
    const accounts = (now: readonly unknown[]) => {
      if (!Array.isArray(now) || !now.some(each => isSame(each, address))) onChange()
    }
    const chain = () => {
      if (/^Chain ID: /m.test(text)) onChange()
    }
    provider.on?.('accountsChanged', accounts)
    provider.on?.('chainChanged', chain)
    return () => {
      provider.removeListener?.('accountsChanged', accounts)
      provider.removeListener?.('chainChanged', chain)
    }
  },
})
