/** Retention of a table's data. */
export type Retention = {
  /** Human-readable description of the data. Starts a line of `/privacy` if `of` is `people`. */
  what: string
  /** Classifies rows as personal data (`people`) or not. */
  of: 'people' | 'nobody'
  /** Time after `from` until deletion, in ms; null if not time-based. */
  ms: number | null
  /** Description of the end of retention, or with a time, of its start. */
  until: string
}

/** A time-based retention. */
export type Swept = Retention & { ms: number }

const hour = 60 * 60_000
const day = 24 * hour

/** In ms. */
export const hours = (count: number): number => count * hour
/** In ms. */
export const days = (count: number): number => count * day

/** Personal data that is deleted `ms` after `from`. */
export const ofPeopleFor = (ms: number, what: string, from: string): Swept => ({ what, of: 'people', ms, until: from })
/** Non-personal data that is deleted `ms` after `from`. */
export const impersonalFor = (ms: number, what: string, from: string): Swept => ({
  what,
  of: 'nobody',
  ms,
  until: from,
})
/** Personal data retained until an event: `until`. */
export const ofPeopleUntil = (what: string, until: string): Retention => ({ what, of: 'people', ms: null, until })
/** Non-personal data retained until an event. */
export const impersonalUntil = (what: string, until: string): Retention => ({ what, of: 'nobody', ms: null, until })

/** Formats a duration: "24 hours", "30 days". Pure. */
export const formatTime = (ms: number): string => {
  const [count, unit] = ms < 2 * day ? [Math.round(ms / hour), 'hour'] : [Math.round(ms / day), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Describes a retention period: "30 days after it has ended", "until you delete your account". Pure. */
export const howLong = ({ ms, until }: Retention): string =>
  ms === null ? until : ms === 0 ? until : `${formatTime(ms)} after ${until}`
