import { type Evidence, isoYear, type UpdateEntry, type UpdateSource } from './evidence.ts'
import { graver, isTitledAsNotice, meaningOfUpdate, type UpdateMeaning } from './update-types.ts'

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
const isAnnouncedElsewhere = ({ doi, noticeDoi }: Pick<UpdateEntry, 'doi' | 'noticeDoi'>): boolean =>
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

/** DOI patterns of publishers that include the year of creation, which for notices is nearly always the notice's. */
const patterns: readonly RegExp[] = [
  /^10\.1016\/j\.[a-z]+\.((?:19|20)\d\d)\.\d\d\.\d/,
  /^10\.\d+\/s\d{5}-(0\d\d)-/,
  /^10\.1155\/((?:19|20)\d\d)\//,
  /^10\.3389\/f[a-z]+\.((?:19|20)\d\d)\./,
  /^10\.1111\/j\.\d{4}-\d{3}[\dx]\.((?:19|20)\d\d)/,
]

/** Returns the year in a DOI of Elsevier, Springer Nature, Hindawi, Frontiers or Wiley; otherwise null. */
export const yearInDoi = (doi: string): number | null => {
  const year = Number(patterns.map(pattern => pattern.exec(doi)?.[1]).find(found => found !== undefined) ?? Number.NaN)
  if (Number.isNaN(year)) return null
  // Springer Nature writes the year's last three digits.
  return year < 100 ? 2000 + year : year
}

/** A correction, retraction etc. merged from one or more sources. */
export type KnownEvent = DatedUpdate & { meaning: UpdateMeaning; sources: UpdateSource[] }

/** An update, and whether its date is that of Crossref's record rather than that of the notice. */
type DatedUpdate = UpdateEntry & { datesRecord: boolean }

/** Merges updates into the paper's own events, and those it announces about others. */
export const mergeEvents = (evidence: Evidence): { events: KnownEvent[]; announced: KnownEvent[] } => {
  const { doi } = evidence
  const updates = oneWay(evidence).map(update => dated(update, evidence.lookUp))
  return {
    events: merged(updates.filter(update => update.doi === doi)),
    announced: merged(updates.filter(update => update.noticeDoi === doi && update.doi !== doi)),
  }
}

/**
 * The import file dates the last change of a record, often years after the notice. Nearer are the year of the notice's own record, and
 * the year that some publishers write into its DOI.
 */
const dated = (update: UpdateEntry, lookUp: Evidence['lookUp']): DatedUpdate => {
  if (update.source !== 'crossref') return { ...update, datesRecord: false }
  const elsewhere = update.noticeDoi !== null && update.noticeDoi !== update.doi
  const notice = elsewhere ? (update.noticeDoi ?? '') : ''
  const year = lookUp(notice)?.year ?? yearInDoi(notice)
  return year !== null && (update.date === null || year < Number(update.date.slice(0, 4)))
    ? { ...update, date: isoYear(year), datesRecord: false }
    : { ...update, datesRecord: update.date !== null }
}

/**
 * Resolves notices that publishers also deposited in reverse, so that paper and notice update each other. Keeps the direction of curated
 * sources (Retraction Watch, then our starter list), else the one whose notice has a notice's title.
 */
const oneWay = ({ doi, updates }: Evidence): UpdateEntry[] => {
  const weight = ({ source, title }: UpdateEntry) =>
    source.startsWith('retraction-watch') ? 3 : source === 'starter' ? 2 : isTitledAsNotice(title) ? 1 : 0
  return updates.filter(update => {
    if (!isAnnouncedElsewhere(update)) return true
    const reverse = updates.filter(one => one.doi === update.noticeDoi && one.noticeDoi === update.doi)
    const other = Math.max(-1, ...reverse.map(weight))
    return weight(update) > other || (weight(update) === other && update.doi === doi)
  })
}

/** Precedence of dates. The import file is last, because it has only the last change of Crossref's record. */
const trust: Readonly<Record<UpdateSource, number>> = {
  'retraction-watch-list': 0,
  'retraction-watch': 0,
  publisher: 1,
  starter: 2,
  crossref: 3,
  title: 4,
}

/**
 * One entry for each event. Entries that name the same notice are one event, of the gravest kind that one of them gives; entries
 * of the same kind are one event also when they name the same day.
 */
const merged = (updates: readonly DatedUpdate[]): KnownEvent[] => {
  const events: KnownEvent[] = []
  // A record that calls the paper retracted speaks of the notice that does so, if it was only of a part, and not of all others beside it.
  const isExplained = updates.some(
    update => meaningOfUpdate({ ...update, retracted: false }).status === 'partly-retracted',
  )
  for (const update of updates.toSorted((a, b) => trust[a.source] - trust[b.source])) {
    const meaning = meaningOfUpdate({ ...update, retracted: update.retracted && !isExplained })
    const known = events.find(event => isSameEvent(event, { ...update, meaning }))
    if (known === undefined) events.push({ ...update, meaning, sources: [update.source] })
    else {
      if (!known.sources.includes(update.source)) known.sources.push(update.source)
      known.meaning = graver(known.meaning, meaning)
      if (known.reasons === undefined && update.reasons !== undefined) known.reasons = update.reasons
      if (known.date === null || isBetterDate(update, known.date, known.datesRecord)) {
        known.date = update.date
        known.datesRecord = update.datesRecord
      }
      if (!isAnnouncedElsewhere(known) && update.noticeDoi !== null && update.noticeDoi !== known.noticeDoi) {
        known.noticeDoi = update.noticeDoi
        known.title = update.title
      }
      if (known.noticeDoi === update.noticeDoi) known.title ??= update.title
    }
  }
  return events
}

/** Prefers an event's exact day over its year or month; of two record dates the earlier is more precise. */
const isBetterDate = ({ date, datesRecord }: DatedUpdate, known: string, knownDatesRecord: boolean): boolean =>
  date !== null &&
  (datesRecord ? knownDatesRecord && date < known : date.length > known.length && date.startsWith(known))
