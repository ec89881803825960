/** What is kept in a table, and how long. */
export type Retention = {
  /** For people to read: what it is. It begins a line of `/privacy`, if `of` says that it is about them. */
  what: string
  /** Whether a row says something of a reader or user, or of nobody. */
  of: 'people' | 'nobody'
  /** How long after `from` the sweep deletes a row, in ms; null: it is not time that ends it. */
  ms: number | null
  /** What ends it, in words; with a time, what the time counts from. */
  until: string
}

/** What the sweep deletes after a time. */
export type Swept = Retention & { ms: number }

const hour = 60 * 60_000
const day = 24 * hour

/** In ms. */
export const hours = (count: number): number => count * hour
/** In ms. */
export const days = (count: number): number => count * day

/** Rows of people that are deleted `ms` after what `from` says. */
export const ofPeopleFor = (ms: number, what: string, from: string): Swept => ({ what, of: 'people', ms, until: from })
/** Rows that name nobody and are deleted `ms` after what `from` says. */
export const ofNobodyFor = (ms: number, what: string, from: string): Swept => ({ what, of: 'nobody', ms, until: from })
/** Rows of people that something else than time ends: what `until` says. */
export const ofPeopleUntil = (what: string, until: string): Retention => ({ what, of: 'people', ms: null, until })
/** Rows that name nobody and that something else than time ends. */
export const ofNobodyUntil = (what: string, until: string): Retention => ({ what, of: 'nobody', ms: null, until })

/** A time in words: "24 hours", "30 days". Pure. */
export const timeInWords = (ms: number): string => {
  const [count, unit] = ms < 2 * day ? [Math.round(ms / hour), 'hour'] : [Math.round(ms / day), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** How long something is kept, as a phrase: "30 days after it has ended", "until you delete your account". Pure. */
export const howLong = ({ ms, until }: Retention): string =>
  ms === null ? until : ms === 0 ? until : `${timeInWords(ms)} after ${until}`
