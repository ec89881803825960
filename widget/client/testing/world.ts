import { onTestFinished, vi } from 'vitest'
import { createClient } from '../create-headless-client.ts'
import type { Environment, PageEvent, StorageChange } from '../environment.ts'
import type { HeadlessClient, HeadlessClientOptions } from '../types.ts'
import { createScriptedProvider, type ScriptedProvider } from './provider.ts'
import { publicToken } from './samples.ts'

/** A page of the world with a client in it. */
export type Tab = {
  client: HeadlessClient
  /** Dispatches an event to the page, for storage with the change. */
  fire: (event: PageEvent, change?: StorageChange) => void
  /** The address of the page as it is now. */
  address: () => string
  /** URLs that the client navigated to. */
  visited: string[]
  warnings: string[]
}

export type World = {
  provider: ScriptedProvider
  /** Every line with which a cookie was set, oldest first. */
  cookieLines: string[]
  /** The cookies that are left, by name. */
  cookies: () => Record<string, string>
  setCookie: (line: string) => void
  storage: Map<string, string>
  /** Result of `random`; 0.5 adds no jitter. */
  random: number
  open: (
    options?: Partial<HeadlessClientOptions>,
    page?: { hostname?: string; acceptsCookies?: boolean; address?: string },
  ) => Tab
  pass: (milliseconds: number) => Promise<void>
}

/** A browser with one origin, a clock and a network that obey the test. */
export const createWorld = (now = '2026-01-01T00:00:00Z'): World => {
  vi.useFakeTimers({ now: Date.parse(now) })
  onTestFinished(() => void vi.useRealTimers())
  const provider = createScriptedProvider()
  const jar = new Map<string, { value: string; expires: number }>()
  const storage = new Map<string, string>()
  const tabs: Pick<Tab, 'fire'>[] = []

  const setCookie = (line: string): void => {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const expires = attributes.find(attribute => attribute.startsWith('expires='))?.slice('expires='.length)
    jar.set(name, { value, expires: expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires) })
  }
  const cookies = () =>
    Object.fromEntries([...jar].flatMap(([name, { value, expires }]) => (expires > Date.now() ? [[name, value]] : [])))

  const world: World = {
    provider,
    cookieLines: [],
    cookies,
    setCookie,
    storage,
    random: 0.5,
    open: (
      options,
      { hostname = 'localhost', acceptsCookies = true, address: opened = `http://${hostname}/` } = {},
    ) => {
      let address = opened
      const listeners = new Map<PageEvent, Set<(change: StorageChange) => void>>()
      const fire: Tab['fire'] = (event, change = {}) => {
        for (const listener of listeners.get(event) ?? []) listener(change)
      }
      const visited: string[] = []
      const warnings: string[] = []
      const tab = { fire }
      const own = new Map<string, string>()
      const tellOthers = (change: StorageChange) => {
        for (const other of tabs) if (other !== tab) queueMicrotask(() => other.fire('storage', change))
      }
      const environment: Environment = {
        isBrowser: true,
        origin: `http://${hostname}`,
        hostname,
        fetch: provider.fetch,
        now: () => Date.now(),
        after: (milliseconds, run) => {
          const timer = setTimeout(run, milliseconds)
          return () => clearTimeout(timer)
        },
        random: () => world.random,
        crypto: globalThis.crypto,
        readCookies: () =>
          Object.entries(cookies())
            .map(pair => pair.join('='))
            .join('; '),
        writeCookie: line => {
          world.cookieLines.push(line)
          if (acceptsCookies) setCookie(line)
        },
        storage: {
          getItem: key => storage.get(key) ?? null,
          setItem: (key, value) => {
            const oldValue = storage.get(key) ?? null
            if (oldValue === value) return
            storage.set(key, value)
            tellOthers({ key, oldValue, newValue: value })
          },
          removeItem: key => {
            const oldValue = storage.get(key) ?? null
            if (storage.delete(key)) tellOthers({ key, oldValue, newValue: null })
          },
        },
        tabStorage: {
          getItem: key => own.get(key) ?? null,
          setItem: (key, value) => void own.set(key, value),
          removeItem: key => void own.delete(key),
        },
        listen: (event, listener) => {
          const all = listeners.get(event) ?? new Set()
          listeners.set(event, all.add(listener))
          return () => void all.delete(listener)
        },
        address: () => address,
        replaceAddress: url => {
          address = url
        },
        navigate: url => void visited.push(url),
        warn: (...message) => void warnings.push(message.join(' ')),
      }
      const client = createClient(publicToken, { baseUrl: 'https://identity.example.org', ...options }, environment)
      tabs.push(tab)
      onTestFinished(client.destroy)
      return { client, fire, address: () => address, visited, warnings }
    },
    pass: async milliseconds => {
      await vi.advanceTimersByTimeAsync(milliseconds)
    },
  }
  return world
}
