import type { ClientEvents, Unsubscribe } from './types.ts'

/** Calls a function of the page. Its errors don't affect ours and are reported as uncaught. */
export const callPage = (work: () => void): void => {
  try {
    work()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}

type Listener<Name extends keyof ClientEvents> = (detail: ClientEvents[Name]) => void

export type Emitter = {
  on: <Name extends keyof ClientEvents>(event: Name, listener: Listener<Name>) => Unsubscribe
  /** Notifies all listeners. An error in one affects neither the others nor the client and is reported as uncaught. */
  emit: <Name extends keyof ClientEvents>(event: Name, detail: ClientEvents[Name]) => void
  clear: () => void
}

export const createEmitter = (): Emitter => {
  const listeners = new Map<keyof ClientEvents, Set<Listener<never>>>()
  return {
    on: (event, listener) => {
      // A copy of its own, so that one function may listen twice and leave once.
      const own: typeof listener = detail => listener(detail)
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(own))
      return () => void all.delete(own)
    },
    emit: (event, detail) => {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        callPage(() => (listener as Listener<typeof event>)(detail))
      }
    },
    clear: () => listeners.clear(),
  }
}

/** Logs to the console what concerns only the page's developer and cannot be returned. */
// biome-ignore lint/suspicious/noConsole: where a developer looks.
export const warnDeveloper = (...message: readonly unknown[]): void => console.warn(...message)

export type PageEvent =
  /** Another tab, or another client on this page, wrote to the storage. */
  | 'storage'
  /** The page becomes visible, possibly after the computer has slept. */
  | 'visible'
  /** The page may be gone a moment later. */
  | 'hidden'
  | 'online'

/** A storage change by another tab; without a key if made on this page. */
export type StorageChange = Partial<Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>>

/** Browser APIs used by the client, replaceable in tests. */
export type Environment = {
  /** False on a server that renders pages: the client then does nothing of its own accord. */
  isBrowser: boolean
  origin: string
  hostname: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Epoch milliseconds. */
  now: () => number
  /** Runs once after so many milliseconds; the result takes it back. */
  after: (milliseconds: number, run: () => void) => Unsubscribe
  /** At least 0, less than 1; for jitter, never for secrets. */
  random: () => number
  crypto: Crypto
  readCookies: () => string
  /** The step that made the page, for the provider's traces: the page's server writes it into its head. */
  trace?: () => string | undefined
  writeCookie: (cookie: string) => void
  /** Never throws: where the browser refuses, values last as long as the page. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The same, for this tab alone. */
  tabStorage: Environment['storage']
  /** For `storage`, the listener receives the change. */
  listen: (event: PageEvent, listener: (change: StorageChange) => void) => Unsubscribe
  /** The page's address. */
  address: () => string
  /** Changes the page's address in place, without a visit to it. */
  replaceAddress: (url: string) => void
  navigate: (url: string) => void
  warn: (...message: readonly unknown[]) => void
}

/** The browser the code runs in, or a place without one. Looks at globals only when called. */
export const createEnvironment = (): Environment => {
  const page = typeof document === 'undefined' ? null : { document, window, location: window.location }
  return {
    isBrowser: page !== null,
    origin: page?.location.origin ?? '',
    hostname: page?.location.hostname ?? '',
    fetch: (url, init) => fetch(url, init),
    now: () => Date.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    random: () => Math.random(),
    crypto: globalThis.crypto,
    trace: () => page?.document.querySelector<HTMLMetaElement>('meta[name=traceparent]')?.content,
    // A sandboxed frame may not look at its cookies.
    readCookies: () => attempt(() => page?.document.cookie) ?? '',
    writeCookie: cookie => {
      attempt(() => {
        if (page) page.document.cookie = cookie
      })
    },
    storage: createAnnouncingStorage(
      createForgivingStorage(() => (page ? page.window.localStorage : undefined)),
      page?.window,
    ),
    tabStorage: createForgivingStorage(() => (page ? page.window.sessionStorage : undefined)),
    listen: (event, listener) => {
      if (page === null) return () => {}
      const visibility = (state: DocumentVisibilityState) =>
        listenTo(page.document, 'visibilitychange', () => {
          if (page.document.visibilityState === state) listener({})
        })
      const all = {
        storage: () => [listenTo(page.window, 'storage', listener), listenTo(page.window, wroteEvent, listener)],
        online: () => [listenTo(page.window, 'online', listener)],
        visible: () => [visibility('visible'), listenTo(page.window, 'pageshow', listener)],
        hidden: () => [visibility('hidden'), listenTo(page.window, 'pagehide', listener)],
      }[event]()
      return () => {
        for (const stop of all) stop()
      }
    },
    address: () => page?.location.href ?? '',
    replaceAddress: url => page?.window.history.replaceState(page.window.history.state, '', url),
    navigate: url => page?.location.assign(url),
    warn: warnDeveloper,
  }
}

const listenTo = (target: EventTarget, type: string, listener: (event: Event & StorageChange) => void): Unsubscribe => {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

const attempt = <T>(get: () => T): T | undefined => {
  try {
    return get()
  } catch {
    return undefined
  }
}

/** Browsers notify only other tabs of storage changes; this event notifies other forms and clients on the same page. */
const wroteEvent = 'sign-in-storage'

const createAnnouncingStorage = (
  storage: Environment['storage'],
  target: EventTarget | undefined,
): Environment['storage'] => ({
  ...storage,
  setItem: (key, value) => {
    storage.setItem(key, value)
    // Dispatched asynchronously, like browser storage events, so that the writing code completes first.
    if (target !== undefined) queueMicrotask(() => target.dispatchEvent(new Event(wroteEvent)))
  },
})

/** Browsers refuse storage to frames of other sites, and when it is full; values are then kept in memory. */
const createForgivingStorage = (find: () => Storage | undefined): Environment['storage'] => {
  const refused = new Map<string, string>()
  const storage = attempt(find)
  return {
    getItem: key => refused.get(key) ?? attempt(() => storage?.getItem(key)) ?? null,
    setItem: (key, value) => {
      refused.set(key, value)
      attempt(() => {
        if (storage === undefined) return
        storage.setItem(key, value)
        refused.delete(key)
      })
    },
    removeItem: key => {
      refused.delete(key)
      attempt(() => storage?.removeItem(key))
    },
  }
}
