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
import { isRepublication, type MergedEvidence, mergeEvidence, verbOf } from './merge-evidence.ts'
import type { KnownFact, KnownModel } from './model.ts'
import { statusOf } from './status.ts'
import { type KnownCounts, type NoticeVerb, summarise } from './summary.ts'
import { gravestFirst, replacedByNewer, type UpdateMeaning } from './update-types.ts'

/** Counts the evidence for the status message. */
export const countKnown = ({
  events,
  attempts,
  reports,
  announced,
  repeated,
  stated,
}: MergedEvidence): Omit<KnownCounts, 'notes'> => {
  const nouns = new Map<string, KnownCounts['updates'][number]>()
  const count = (kind: UpdateMeaning['kind'], noun: UpdateMeaning['noun'], by: number) => {
    const entry = nouns.get(`${gravestFirst.indexOf(kind)} ${noun.one}`) ?? { noun, count: 0 }
    nouns.set(`${gravestFirst.indexOf(kind)} ${noun.one}`, { noun, count: entry.count + by })
  }
  for (const { meaning } of stated) count('retraction', meaning.noun, 1)
  for (const { meaning } of events)
    if (meaning !== replacedByNewer && !isRepublication(meaning)) count(meaning.kind, meaning.noun, 1)

  const replaced = announced.filter(({ meaning }) => meaning === replacedByNewer)
  const about = announced.filter(event => !replaced.includes(event) && !isRepublication(event.meaning))
  const notices = gravestFirst.flatMap(kind => {
    const ofKind = Map.groupBy(
      about.filter(({ meaning }) => meaning.kind === kind),
      ({ meaning }) => verbOfNotice(meaning),
    )
    return [...ofKind].map(([verb, events]) => ({ verb, count: new Set(events.map(({ doi }) => doi)).size }))
  })
  return {
    updates: [...nouns].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry),
    outcomes: countOutcomes(attempts),
    hasReports: reports.length > 0,
    attemptsTo: verbOf(attempts),
    replacedBy: events.filter(({ meaning }) => meaning === replacedByNewer).length,
    replaces: new Set(replaced.map(update => update.doi)).size,
    repeats: new Set(repeated.map(({ originalDoi }) => originalDoi)).size,
    repeatsTo: verbOf(repeated),
    repeatOutcomes: countOutcomes(repeated),
    republishes: announced.some(({ meaning }) => isRepublication(meaning)),
    notices,
  }
}

const countOutcomes = (attempts: MergedEvidence['attempts']): KnownCounts['outcomes'] => {
  const outcomes = { held: 0, 'not-held': 0, mixed: 0, unclear: 0 }
  for (const { result, count = 1 } of attempts) outcomes[result] += count
  return outcomes
}

const verbOfNotice = ({ kind, status }: UpdateMeaning): NoticeVerb => {
  if (status === 'withdrawn') return 'withdraws'
  return status === 'partly-retracted' ? 'retracts a part of' : verbs[kind]
}

const verbs: Readonly<Record<UpdateMeaning['kind'], NoticeVerb>> = {
  correction: 'corrects',
  retraction: 'retracts',
  concern: 'raises concern about',
  reinstatement: 'reinstates',
  notice: 'is a notice about',
}

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
