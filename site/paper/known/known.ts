import { countKnown } from './count-known.ts'
import type { Evidence, NoteEntry } from './evidence.ts'
import {
  factOfAnnounced,
  factOfAttempt,
  factOfEvent,
  factOfNote,
  factOfRecord,
  factOfRepeated,
  factOfReport,
} from './known-facts.ts'
import { mergeEvidence } from './merge-evidence.ts'
import type { KnownFact, KnownModel } from './model.ts'
import { statusOf } from './status.ts'
import { summarise } from './summary.ts'

/** Builds a paper's evidence from all stores and notes, as of `now` (epoch ms). */
export const knownFrom = (evidence: Evidence, said: readonly NoteEntry[], now: number): KnownModel => {
  const merged = mergeEvidence(evidence)
  const { events, announced, attempts, reports, repeated, stated } = merged
  const told = quotedOnce(
    [
      ...stated.map(({ meaning, source }) => factOfRecord(evidence.doi, meaning, source)),
      ...events.map(factOfEvent),
      ...attempts.map(factOfAttempt),
      ...reports.map(factOfReport),
      ...repeated.map(factOfRepeated),
      ...announced.map(event => factOfAnnounced(event, evidence.lookUp)),
    ].toSorted(byWeight),
  )
  const facts = [...told, ...said.map(factOfNote)]
  const notes = said.reduce((sum, { count = 1 }) => sum + count, 0)

  const thisYear = new Date(now).getUTCFullYear()
  const years = facts.map(fact => fact.year).filter(year => year !== null)
  const from = Math.min(evidence.year ?? Number.POSITIVE_INFINITY, ...years, thisYear)
  const to = Math.max(thisYear, ...years)
  return { status: statusOf(merged, evidence), summary: summarise({ ...countKnown(merged), notes }), from, to, facts }
}

/** One text often covers many replications: quotes it only with the first. */
const quotedOnce = (facts: readonly KnownFact[]): KnownFact[] => {
  const quoted = new Set<string>()
  return facts.map(fact => {
    if (fact.quote === null) return fact
    if (quoted.has(fact.quote)) return { ...fact, quote: null }
    quoted.add(fact.quote)
    return fact
  })
}

/** Published evidence, then community reports that count, then those that don't; each newest first. Readers' notes follow. */
const byWeight = (a: KnownFact, b: KnownFact): number => weightOf(a) - weightOf(b) || newestFirst(a, b)

const weightOf = ({ group, outcome }: KnownFact): number => (group !== 'report' ? 0 : outcome !== null ? 1 : 2)

/** Newest first; a retraction without a date comes before all, anything else without one after. */
const newestFirst = (a: KnownFact, b: KnownFact): number => {
  const [left, right] = [sortKey(a), sortKey(b)]
  if (left !== right) return left < right ? 1 : -1
  return a.id < b.id ? -1 : 1
}

const sortKey = ({ date, kind }: KnownFact): string => date ?? (kind === 'retraction' ? '9999' : '0000')
