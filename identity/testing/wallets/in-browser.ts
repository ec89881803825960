import type { BrowserContext, Page } from '@playwright/test'
import { base58 } from '@scure/base'
import type { TestWallet } from './test-wallets.ts'

/** Injection mode and self-reported metadata of a wallet. */
export type Plugged = {
  wallet: TestWallet
  as: 'ethereum' | 'ethereum.providers' | 'announced' | 'vessel' | 'BinanceChain' | 'solana' | 'phantom' | 'standard'
  flags?: { isMetaMask?: boolean; isCoinbaseWallet?: boolean }
  rdns?: string
  name?: string
}

/** The owner's reaction to a wallet prompt. `switches`: changes the account or chain instead of responding. */
export type Mood = 'agrees' | 'refuses' | 'says nothing' | 'switches account' | 'switches chain'

declare global {
  interface Window {
    signWithWallet: (at: number, text: string) => Promise<string | number[]>
    moods: Mood[]
    /** Requests to wallets, oldest first. */
    asked: string[]
  }
}

/** Injects wallets with real keys into all pages opened from now on. The keys stay in the test process. */
export const plugInWallets = async (context: BrowserContext, plugged: readonly Plugged[]): Promise<void> => {
  await context.exposeFunction('signWithWallet', (at: number, text: string) => {
    const { wallet } = plugged[at] as Plugged
    const signature = wallet.sign(text)
    return wallet.type === 'ethereum' ? signature : [...base58.decode(signature)]
  })
  await context.addInitScript(
    wallets => {
      window.moods = wallets.map(() => 'agrees')
      window.asked = []
      const others: object[] = []

      for (const [at, { as, address, flags, rdns, name }] of wallets.entries()) {
        const listeners: Record<string, ((told: unknown) => void)[]> = {}
        const tell = (event: string, told: unknown) => {
          for (const listener of listeners[event] ?? []) listener(told)
        }
        const on = (event: string, listener: (told: unknown) => void) => {
          listeners[event] = [...(listeners[event] ?? []), listener]
        }
        /** Resolves a wallet request according to the owner's reaction. */
        const ask = async <Answer>(question: string, answer: () => Promise<Answer>): Promise<Answer> => {
          window.asked.push(question)
          const mood = window.moods[at]
          if (mood === 'refuses') throw Object.assign(new Error('The user said no.'), { code: 4001 })
          if (mood === 'agrees') return answer()
          if (mood === 'switches account') {
            tell('accountsChanged', ['0x0000000000000000000000000000000000000001'])
            tell('accountChanged', 'another')
            tell('change', { accounts: [] })
          }
          if (mood === 'switches chain') tell('chainChanged', '0x5')
          return new Promise(() => undefined)
        }
        const sign = (text: string) => window.signWithWallet(at, text)
        const bytesOf = async (message: Uint8Array) =>
          Uint8Array.from((await sign(new TextDecoder().decode(message))) as number[])

        const ethereum = {
          ...flags,
          on,
          removeListener: () => undefined,
          request: ({ method, params }: { method: string; params?: [string, string] }) => {
            if (method === 'eth_chainId') return Promise.resolve('0x1')
            if (method === 'eth_requestAccounts') return ask('connect', async () => [address])
            return ask('sign', async () => {
              if (method !== 'personal_sign' || params?.[1] !== address) throw new Error('What is that?')
              return sign(params[0])
            })
          },
        }
        const solana = {
          on,
          off: () => undefined,
          isPhantom: as === 'phantom',
          connect: () => ask('connect', async () => ({ publicKey: { toString: () => address } })),
          request: ({ method, params }: { method: string; params: { message: Uint8Array; display: string } }) =>
            ask('sign', async () => {
              if (method !== 'signMessage' || params.display !== 'utf8') throw new Error('What is that?')
              return { signature: await bytesOf(params.message) }
            }),
        }
        const account = { address, publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: [] }
        const standard = {
          version: '1.0.0',
          name,
          icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
          chains: ['solana:mainnet'],
          accounts: [account],
          features: {
            'standard:connect': {
              version: '1.0.0',
              connect: () => ask('connect', async () => ({ accounts: [account] })),
            },
            'standard:events': {
              version: '1.0.0',
              on: (event: string, listener: (told: unknown) => void) => {
                on(event, listener)
                return () => undefined
              },
            },
            'solana:signMessage': {
              version: '1.1.0',
              signMessage: ({ message }: { message: Uint8Array }) =>
                ask('sign', async () => [{ signedMessage: message, signature: await bytesOf(message) }]),
            },
          },
        }

        const info = { uuid: crypto.randomUUID(), name, rdns, icon: standard.icon }
        if (as === 'ethereum') Object.assign(window, { ethereum })
        if (as === 'ethereum.providers') others.push(ethereum)
        if (as === 'vessel') Object.assign(window, { vessel: { ethereum } })
        if (as === 'BinanceChain') Object.assign(window, { BinanceChain: ethereum })
        if (as === 'solana' || as === 'phantom') Object.assign(window, { solana })
        if (as === 'announced') {
          const announce = () =>
            window.dispatchEvent(
              new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: ethereum }) }),
            )
          window.addEventListener('eip6963:requestProvider', announce)
          announce()
        }
        if (as === 'standard') {
          const register = ({ register }: { register: (wallet: object) => void }) => register(standard)
          window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
          window.addEventListener('wallet-standard:app-ready', event => register((event as CustomEvent).detail))
        }
      }
      if (others.length > 0) {
        const [first = {}] = others
        Object.assign(window, { ethereum: { ...first, providers: others } })
      }
    },
    plugged.map(({ wallet, ...how }) => ({ ...how, address: wallet.address })),
  )
}

/** Changes the owner's reaction from now on. */
export const setMood = (page: Page, mood: Mood, at = 0): Promise<void> =>
  page.evaluate(
    ([next, which]) => {
      window.moods[which] = next
    },
    [mood, at] as const,
  )
