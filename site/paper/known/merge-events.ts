import { type Evidence, isoYear, type UpdateEntry, type UpdateSource } from './evidence.ts'
import { isAnnouncedElsewhere, isSameEvent } from './same-event.ts'
import { graver, isTitledAsNotice, meaningOfUpdate, type UpdateMeaning } from './update-types.ts'
import { yearInDoi } from './year-in-doi.ts'

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
