import type { PageSettings } from '../page/page-settings.ts'
import { attempt } from './attempt.ts'

let read: PageSettings | null = null

/** Reads the page's client settings from the document. */
export const pageSettings = (): PageSettings => {
  read ??= JSON.parse(document.body.dataset.settings ?? '{}') as PageSettings
  return read
}

/**
 * Browser storage of readers' input and pending actions. It belongs to the page's account, or to a visitor, and no other account reads it.
 * The first account that logs in adopts a visitor's data. Logout removes everything.
 */

/** Until it is removed, or as long as the tab is there. */
export type Place = 'browser' | 'tab'
/** Stored data with its time `at`, epoch ms. Other fields are untrusted, since readers can edit them. */
export type Kept = Readonly<Record<string, unknown>> & { at: number }

const prefix = 'kept:'
const visitors = `${prefix}visitor:`
/** Storage key that signals a logout to other tabs. */
const loggedOutKey = 'logged_out'
/** Retention of unused data, in ms. */
const longest = 30 * 24 * 60 * 60_000

/** The id of the account that this page is shown to; null for a visitor. */
export const pageReader = (): string | null => document.body.dataset.reader ?? null

const storageOf = (place: Place): Storage => (place === 'browser' ? localStorage : sessionStorage)
const own = (): string => {
  const reader = pageReader()
  return reader === null ? visitors : `${prefix}${reader}:`
}

const parse = (stored: string | null): Kept | null => {
  const kept = attempt(() => JSON.parse(stored ?? 'null') as Partial<Kept> | null)
  return typeof kept?.at === 'number' ? (kept as Kept) : null
}

/** The user has logged out in another tab, so this page stores nothing more. */
let isOver = false

/** Stores a value under a name, replacing the previous one; null removes it. */
export const keep = (name: string, value: object | null, place: Place = 'browser'): void => {
  const key = own() + name
  attempt(() => {
    if (value === null) storageOf(place).removeItem(key)
    else if (!isOver) storageOf(place).setItem(key, JSON.stringify({ ...value, at: Date.now() }))
  })
}

/** Returns the stored value for the page's reader; null if none. */
export const readKept = (name: string, place: Place = 'browser'): Kept | null => {
  adoptKept()
  return attempt(() => parse(storageOf(place).getItem(own() + name)))
}

/** Assigns a visitor's data in this browser to the page's account, once; for duplicate names the newer value wins. Removes expired data. */
export const adoptKept = (): void => {
  for (const place of ['browser', 'tab'] as const)
    attempt(() => {
      const storage = storageOf(place)
      for (const key of keysOf(storage)) {
        const kept = parse(storage.getItem(key))
        if (kept === null || kept.at < Date.now() - longest) storage.removeItem(key)
        else if (key.startsWith(visitors) && own() !== visitors) {
          const to = own() + key.slice(visitors.length)
          const before = parse(storage.getItem(to))
          if (before === null || before.at < kept.at) storage.setItem(to, JSON.stringify(kept))
          storage.removeItem(key)
        }
      }
    })
}

/** Removes all stored data on logout, here and in other tabs. */
export const forgetKept = (): void => {
  removeAll()
  attempt(() => localStorage.setItem(loggedOutKey, String(Date.now())))
}

const removeAll = (): void => {
  for (const place of ['browser', 'tab'] as const)
    attempt(() => {
      const storage = storageOf(place)
      for (const key of keysOf(storage)) storage.removeItem(key)
    })
}

/** Calls `act` on a logout in another tab. The page stores nothing from then on. */
export const whenLoggedOutElsewhere = (act: () => void): void =>
  addEventListener('storage', ({ key }) => {
    if (key !== loggedOutKey) return
    isOver = true
    removeAll()
    act()
  })

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(key => key.startsWith(prefix))
