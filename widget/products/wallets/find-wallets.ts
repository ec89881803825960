import { createEthereumWallet, type EthereumProvider, isEthereumProvider } from './ethereum.ts'
import {
  createSolanaWallet,
  createStandardWallet,
  isSolanaProvider,
  isStandardWallet,
  type StandardWallet,
} from './solana.ts'
import { order, type Wallet } from './wallet.ts'

/** Announcement of an Ethereum wallet (EIP-6963). Its name is unverified. */
type Announced = { info: { rdns: string; name: string; icon: string }; provider: EthereumProvider }

/** Wallets that SPEC names, by the domain they announce themselves under. */
const idByDomain: Readonly<Record<string, string>> = {
  'io.metamask': 'Metamask',
  'com.coinbase.wallet': 'Coinbase',
  'com.binance.wallet': 'Binance',
  'com.binance.w3w': 'Binance',
}

type Globals = {
  ethereum?: unknown
  BinanceChain?: unknown
  binancew3w?: { ethereum?: unknown }
  vessel?: { ethereum?: unknown }
  solana?: unknown
  phantom?: { solana?: unknown }
}

/** Data URLs only: no picture is fetched. */
const ownIcon = (icon: unknown): string | null => (typeof icon === 'string' && /^data:image\//.test(icon) ? icon : null)
const shortName = (name: unknown): string => String(name).trim().slice(0, 40)

/**
 * Returns the browser's wallets without duplicates, in display order: announced ones, and injected ones. Pure, except for side effects of
 * reading `globals`.
 */
export const listWallets = (
  announced: readonly Announced[],
  standard: readonly StandardWallet[],
  globals: Globals,
): Wallet[] => {
  const found = new Map<string, Wallet>()
  const add = (wallet: Wallet) => {
    if (!found.has(wallet.id)) found.set(wallet.id, wallet)
  }
  const addNamed = (id: string, provider: unknown) => {
    if (isEthereumProvider(provider)) add(createEthereumWallet({ id, title: id, icon: null }, provider))
  }

  for (const { info, provider } of announced) {
    const title = shortName(info.name)
    const known = idByDomain[info.rdns]
    add(
      createEthereumWallet(
        { id: known ?? `ethereum ${info.rdns}`, title: known ?? title, icon: ownIcon(info.icon) },
        provider,
      ),
    )
  }
  for (const wallet of standard) {
    const title = shortName(wallet.name)
    add(
      createStandardWallet(
        { id: title === 'Phantom' ? title : `solana ${title}`, title, icon: ownIcon(wallet.icon) },
        wallet,
      ),
    )
  }

  const { ethereum, solana } = globals
  addNamed('Binance', globals.BinanceChain ?? globals.binancew3w?.ethereum)
  addNamed('Vessel', globals.vessel?.ethereum)
  // The one in the window may be one of those that announced themselves.
  const isReportedStatus = (provider: EthereumProvider) => announced.some(each => each.provider === provider)
  const injected = isEthereumProvider(ethereum)
    ? (ethereum.providers ?? [ethereum]).filter(each => !isReportedStatus(each))
    : []
  for (const provider of injected) {
    if (provider.isCoinbaseWallet) addNamed('Coinbase', provider)
    else if (provider.isMetaMask) addNamed('Metamask', provider)
    else if (announced.length === 0 && isEthereumProvider(provider)) {
      add(createEthereumWallet({ id: 'GenericEthereumWallet', title: null, icon: null }, provider))
    }
  }

  const phantom = globals.phantom?.solana ?? solana
  if (isSolanaProvider(phantom) && phantom.isPhantom) {
    add(createSolanaWallet({ id: 'Phantom', title: 'Phantom', icon: null }, phantom))
  }
  if (isSolanaProvider(solana) && !solana.isPhantom && standard.length === 0) {
    add(createSolanaWallet({ id: 'GenericSolanaWallet', title: null, icon: null }, solana))
  }

  const rank = ({ id, type }: Wallet): number => {
    const place = order.indexOf(id)
    return place === -1 ? order.indexOf(type === 'ethereum' ? 'GenericEthereumWallet' : 'GenericSolanaWallet') : place
  }
  return [...found.values()].toSorted((one, other) => rank(one) - rank(other))
}

const announced: Announced[] = []
const standard: StandardWallet[] = []
const listeners = new Set<() => void>()
let isListening = false
let current: Wallet[] = []

/** Wallets stay the objects they are while they are there, so that an open question is found again. */
const renew = () => {
  const before = new Map(current.map(wallet => [wallet.id, wallet]))
  const next = listWallets(announced, standard, window as Globals).map(wallet => before.get(wallet.id) ?? wallet)
  const isSame = next.length === current.length && next.every((wallet, at) => wallet === current[at])
  if (isSame) return
  current = next
  for (const listener of listeners) listener()
}

const takeAnnouncement = ({ detail }: CustomEvent<Partial<Announced> | null>) => {
  const { info, provider } = detail ?? {}
  if (typeof info?.rdns !== 'string' || !isEthereumProvider(provider)) return
  if (announced.every(each => each.provider !== provider)) announced.push({ info, provider })
  renew()
}
const register = (...wallets: unknown[]) => {
  for (const wallet of wallets) {
    if (isStandardWallet(wallet) && !standard.includes(wallet)) standard.push(wallet)
  }
  renew()
  return () => undefined
}
const takeRegistration = ({ detail }: CustomEvent<unknown>) => {
  if (typeof detail === 'function') detail({ register })
}

/**
 * Discovers wallets and calls back on changes: wallets announce themselves on request, and some load after the page. @returns a function
 * that stops
 */
export const watchWallets = (listener: () => void): (() => void) => {
  listeners.add(listener)
  if (!isListening) {
    isListening = true
    addEventListener('eip6963:announceProvider', takeAnnouncement as EventListener)
    addEventListener('wallet-standard:register-wallet', takeRegistration as EventListener)
    addEventListener('ethereum#initialized', renew)
    addEventListener('load', renew)
  }
  dispatchEvent(new Event('eip6963:requestProvider'))
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  renew()
  listener()
  return () => listeners.delete(listener)
}

/** The wallets that were found so far. */
export const knownWallets = (): readonly Wallet[] => current

/** Returns the wallet with an ID, if available. Starts discovery if needed. */
export const walletOf = (id: string): Wallet | undefined => {
  if (!isListening) watchWallets(() => undefined)()
  return current.find(wallet => wallet.id === id)
}
