import { attempt } from './attempt.ts'

/**
 * What this browser keeps of what its readers type and want. All of it belongs to the account that the page is shown to, or to a
 * visitor: no other account reads it. The first account that logs in takes over what a visitor left. Log-out removes all of it.
 */

/** Until it is removed, or as long as the tab is there. */
export type Place = 'browser' | 'tab'
/** What was kept, and when: `at`, epoch ms. Its other fields may be anything, since readers can change them. */
export type Kept = Readonly<Record<string, unknown>> & { at: number }

const prefix = 'kept:'
const visitors = `${prefix}visitor:`
/** A key that tells the other tabs of a log-out. */
const loggedOutKey = 'logged_out'
/** What nobody came back for is removed after so long, in ms. */
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

/** Somebody has logged out in another tab, so that this page keeps nothing more. */
let isOver = false

/** Keeps something under a name, in place of what was there; null removes it. */
export const keep = (name: string, value: object | null, place: Place = 'browser'): void => {
  const key = own() + name
  attempt(() => {
    if (value === null) storageOf(place).removeItem(key)
    else if (!isOver) storageOf(place).setItem(key, JSON.stringify({ ...value, at: Date.now() }))
  })
}

/** What was kept under a name for the reader of this page; null for nothing. */
export const readKept = (name: string, place: Place = 'browser'): Kept | null => {
  adoptKept()
  return attempt(() => parse(storageOf(place).getItem(own() + name)))
}

/**
 * Gives the account of this page what a visitor left in this browser, once: of two things of one name the younger stays. Removes what is too
 * old.
 */
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

/** Removes everything that is kept of anybody, here and in the other tabs: somebody has logged out. */
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

/** Calls `act` when somebody logs out in another tab, where this page keeps nothing more from then on. */
export const whenLoggedOutElsewhere = (act: () => void): void =>
  addEventListener('storage', ({ key }) => {
    if (key !== loggedOutKey) return
    isOver = true
    removeAll()
    act()
  })

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(key => key.startsWith(prefix))
