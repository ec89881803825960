import type { Evidence } from './evidence.ts'
import { factOfAnnounced, factOfAttempt, factOfEvent, factOfRepeated, retractionWithoutNotice } from './known-facts.ts'
import { mergeAttempts } from './merge-attempts.ts'
import { type KnownEvent, mergeEvents } from './merge-events.ts'
import type { KnownFact, KnownModel } from './model.ts'
import { summarise } from './summary.ts'
import { tallyOf } from './tally.ts'
import { hidesRetraction } from './update-types.ts'

/** What is known about a paper, from all that the stores hold about it, as of `now` (epoch milliseconds). */
export const knownFrom = (evidence: Evidence, now: number): KnownModel => {
  const { events, announced } = mergeEvents(evidence)
  const { attempts, repeated } = mergeAttempts(evidence)
  const unannounced = isRetractedWithoutNotice(evidence, events) ? [retractionWithoutNotice(evidence)] : []

  const facts = [
    ...unannounced,
    ...events.map(factOfEvent),
    ...attempts.map(factOfAttempt),
    ...repeated.map(factOfRepeated),
    ...announced.map(event => factOfAnnounced(event, evidence.lookUp)),
  ].toSorted(newestFirst)

  const thisYear = new Date(now).getUTCFullYear()
  const years = facts.map(fact => fact.year).filter(year => year !== null)
  const from = Math.min(evidence.year ?? Number.POSITIVE_INFINITY, ...years, thisYear)
  const to = Math.max(thisYear, ...years)
  const tally = tallyOf({ events, attempts, announced, repeated, unannounced: unannounced.length })
  return { summary: summarise(tally), from, to, facts }
}

const isRetractedWithoutNotice = ({ updates, retractedBy, doi }: Evidence, events: readonly KnownEvent[]): boolean =>
  !events.some(event => event.meaning.kind === 'retraction' || event.meaning.kind === 'reinstatement') &&
  (retractedBy !== null || updates.some(update => update.doi === doi && hidesRetraction(update)))

/** Newest first; a retraction without a date comes before all, anything else without one after. */
const newestFirst = (a: KnownFact, b: KnownFact): number => {
  const [left, right] = [sortKey(a), sortKey(b)]
  if (left !== right) return left < right ? 1 : -1
  return a.id < b.id ? -1 : 1
}

const sortKey = ({ date, kind }: KnownFact): string => date ?? (kind === 'retraction' ? '9999' : '0000')
