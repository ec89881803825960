import type { UpdateEntry } from './evidence.ts'
import type { UpdateMeaning } from './update-types.ts'

/** An update with its meaning, and whether its date is only a record's last change. */
export type Told = Pick<UpdateEntry, 'doi' | 'noticeDoi' | 'date' | 'source'> & {
  meaning: UpdateMeaning
  datesRecord: boolean
}

/**
 * Maximum difference between two sources' dates of one event, in days. Retractions are dated by online, print or recording date and are
 * hardly ever repeated; other notices follow one another sooner.
 */
const apart = { retraction: 366, other: 31 }

/**
 * True if two entries describe the same event. They must concern the same paper, and: – both name the same separate notice, whatever kind
 * each gives it; or – both are of one kind and one source, which names neither two notices nor two days; or – both are of one kind from two
 * sources with near dates: for full retractions whatever notices they name (publishers register one notice twice), or when one of them
 * names none; for other kinds a second notice is a second event unless it has the same day.
 */
export const isSameEvent = (a: Told, b: Told): boolean => {
  if (a.doi !== b.doi) return false
  const sameNotice = a.noticeDoi !== null && a.noticeDoi === b.noticeDoi
  if (sameNotice && isAnnouncedElsewhere(a)) return true
  if (a.meaning.kind !== b.meaning.kind) return false
  const twoNotices = isAnnouncedElsewhere(a) && isAnnouncedElsewhere(b)
  if (a.source === b.source)
    return sameNotice ? a.meaning.label === b.meaning.label : a.date !== null && a.date === b.date && !twoNotices
  if (isWholeRetraction(a) && isWholeRetraction(b)) return !twoNotices || canBeOneRetraction(a, b)
  if (twoNotices) return isSameDay(a.date, b.date)
  return (sameNotice && a.meaning.label === b.meaning.label) || areNear(a, b, apart.other)
}

/** True if the update is announced by a separate notice. */
export const isAnnouncedElsewhere = ({ doi, noticeDoi }: Pick<UpdateEntry, 'doi' | 'noticeDoi'>): boolean =>
  noticeDoi !== null && noticeDoi !== doi

const isWholeRetraction = ({ meaning }: Told): boolean =>
  meaning.kind === 'retraction' && meaning.noun.one !== 'partial retraction'

/** A record's last change may be any time after the retraction it reports. */
const canBeOneRetraction = (a: Told, b: Told): boolean => {
  if (a.date === null || b.date === null) return true
  if (a.datesRecord && b.datesRecord) return true
  if (a.datesRecord) return b.date <= a.date
  if (b.datesRecord) return a.date <= b.date
  return areNear(a, b, apart.retraction)
}

const isSameDay = (a: string | null, b: string | null): boolean => a !== null && a === b && a.length > 4

/** Dates are as exact as their source: "2010" is near all of 2010. */
const areNear = (a: Told, b: Told, days: number): boolean => {
  if (a.date === null || b.date === null || a.datesRecord || b.datesRecord) return false
  const exact = Math.min(a.date.length, b.date.length)
  if (exact < 10) return a.date.slice(0, exact) === b.date.slice(0, exact)
  return Math.abs(Date.parse(a.date) - Date.parse(b.date)) <= days * 86_400_000
}
