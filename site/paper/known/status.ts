import { doiUrl, paths, storedDoi } from '../../kit/doi/index.ts'
import { type TitleClaim, titleClaim } from '../titles/title-claim.ts'
import type { Evidence } from './evidence.ts'
import { coders, sourceOf, whenOf } from './known-facts.ts'
import type { KnownEvent } from './merge-events.ts'
import { isRepublication, type MergedEvidence, verbOf } from './merge-evidence.ts'
import type { Announcement, OtherPaper, OutcomeSums, Status, StatusKind } from './model.ts'
import { whyOf } from './reasons.ts'

/** Record events, most serious first; of several events of a kind the first or the last gives the date. */
const grave = [
  ['republished', 'first'],
  ['retracted', 'first'],
  ['partly-retracted', 'first'],
  ['withdrawn', 'first'],
  ['concern', 'last'],
] as const
const mild = [
  ['reinstated', 'last'],
  ['corrected', 'last'],
] as const
type Rank = (typeof grave)[number] | (typeof mild)[number]

/** All statuses, most serious first, for sorting lists: evidence against a paper before the rest. */
export const gravity: readonly StatusKind[] = [
  ...grave.map(([kind]) => kind),
  'not-held',
  'mixed',
  'corrected',
  'reinstated',
  'notice',
  'held',
  'neutral',
  'nothing',
  'not-asked',
  'no-record',
]

const noOutcomes: OutcomeSums = { held: 0, notHeld: 0, mixed: 0, unclear: 0 }

/** The status of a paper of which nothing is known. */
export const nothingKnown: Status = {
  kind: 'nothing',
  date: null,
  dateIsLatest: false,
  source: null,
  reasons: [],
  notice: null,
  attempts: noOutcomes,
  isReproduction: false,
  reports: { ...noOutcomes, uncounted: 0 },
  repeated: null,
  announces: null,
  republished: null,
  silent: [],
}

/**
 * Derives a paper's one status. Record events take precedence over replications, and these over corrections; reversed retractions don't
 * count. Community reports decide only if nothing is published. The same for pages, lists and citations.
 */
export const statusOf = (
  merged: MergedEvidence,
  evidence: Pick<Evidence, 'title' | 'lookUp' | 'aboutTitled'>,
): Status => {
  const attempts = countOutcomes(merged.attempts)
  const reports = countReports(merged.reports)
  const claim = titleClaim(evidence.title)
  const standing = { ...merged, events: withoutLifted(merged.events) }
  const happened = (ranks: readonly Rank[]): Partial<Status> | null => {
    for (const rank of ranks) {
      const found = happenedOf(rank, standing)
      if (found !== null) return found
    }
    return null
  }
  const announces = announcement(merged, evidence, claim, sum(attempts))
  const said =
    withRepublication(happened(grave), merged, evidence.lookUp) ??
    (announces === null ? null : { kind: 'notice' as const, announces }) ??
    withTellers(outcomeOf(attempts), merged) ??
    happened(mild) ??
    outcomeOf(reports) ??
    (saysSomething(merged) ? { kind: 'neutral' as const } : {})
  const deciding = merged.attempts.length > 0 ? merged.attempts : merged.reports
  return { ...nothingKnown, attempts, isReproduction: verbOf(deciding) === 'reproduce', reports, ...said }
}

const saysSomething = ({ events, announced, repeated }: MergedEvidence): boolean =>
  events.length + announced.length + repeated.length > 0

/** Removes retractions followed by a reinstatement, or whose order is unknown. */
const withoutLifted = (events: readonly KnownEvent[]): readonly KnownEvent[] => {
  const reinstated = events.filter(({ meaning }) => meaning.kind === 'reinstatement')
  if (reinstated.length === 0) return events
  const last =
    reinstated
      .map(({ date }) => date ?? '9999')
      .toSorted()
      .at(-1) ?? ''
  return events.filter(({ meaning, date }) => meaning.kind !== 'retraction' || (date !== null && date > last))
}

const happenedOf = ([kind, which]: Rank, { events, stated }: MergedEvidence): Partial<Status> | null => {
  const dated = events.filter(({ meaning }) => meaning.status === kind).toSorted(byDate)
  const event = which === 'first' ? dated[0] : (dated.findLast(({ date }) => date !== null) ?? dated[0])
  if (event !== undefined) return { kind, ...told(event) }
  const record = stated.find(({ meaning }) => meaning.status === kind)
  return record === undefined ? null : { kind, source: record.source }
}

/** Events without a date come last. */
const byDate = (a: KnownEvent, b: KnownEvent): number => ((a.date ?? '9999') < (b.date ?? '9999') ? -1 : 1)

const told = (event: KnownEvent): Partial<Status> => {
  const { date, dateIsLatest } = whenOf(event)
  const { doi, noticeDoi } = event
  const notice = noticeDoi === null || noticeDoi === doi ? null : { doi: noticeDoi, href: doiUrl(storedDoi(noticeDoi)) }
  return { date, dateIsLatest, source: sourceOf(event), reasons: whyOf(event.reasons ?? []), notice }
}

const withRepublication = (
  said: Partial<Status> | null,
  { events }: MergedEvidence,
  lookUp: Evidence['lookUp'],
): Partial<Status> | null => {
  if (said?.kind !== 'retracted' && said?.kind !== 'republished') return said
  const again = events.find(({ meaning }) => isRepublication(meaning))?.noticeDoi ?? null
  return again === null ? said : { ...said, kind: 'republished', republished: paperNamed(again, lookUp) }
}

const verbs = {
  retracted: 'retracts',
  republished: 'retracts',
  'partly-retracted': 'retracts a part of',
  withdrawn: 'withdraws',
  concern: 'raises concern about',
  reinstated: 'reinstates',
  corrected: 'corrects',
} as const satisfies Record<Rank[0], Announcement['verb']>

const verbsOfClaims: Readonly<Record<Extract<TitleClaim, { says: 'notice' }>['of'], Announcement['verb']>> = {
  retraction: 'retracts',
  withdrawal: 'withdraws',
  concern: 'raises concern about',
  correction: 'corrects',
}

/**
 * Returns a notice's announcement. Some works deposited as notices aren't: a new version under the paper's title, or a paper that others
 * have replicated.
 */
const announcement = (
  { announced, repeated }: MergedEvidence,
  { title, lookUp, aboutTitled }: Pick<Evidence, 'title' | 'lookUp' | 'aboutTitled'>,
  claim: TitleClaim | null,
  attempts: number,
): Announcement | null => {
  const isTitledSo = claim?.says === 'notice'
  if ((attempts > 0 || repeated.length > 0) && !isTitledSo) return null
  for (const [kind] of [...grave, ...mild]) {
    const about = announced.filter(
      ({ meaning, doi }) => meaning.status === kind && !isSameTitle(title, lookUp(doi)?.title),
    )
    if (about.length === 0) continue
    const papers = [...new Set(about.map(({ doi }) => doi))].map(doi => paperNamed(doi, lookUp))
    return { verb: verbs[kind], papers, byTitle: false }
  }
  if (!isTitledSo) return null
  const about = claim.about === null ? null : aboutTitled(claim.about)
  const papers = about === null ? [] : [paperNamed(about, lookUp)]
  return { verb: verbsOfClaims[claim.of], papers, byTitle: about !== null }
}

const paperNamed = (doi: string, lookUp: Evidence['lookUp']): OtherPaper => ({
  doi,
  title: lookUp(doi)?.title ?? null,
  href: paths.paper(storedDoi(doi)),
})

const isSameTitle = (a: string | null, b: string | null | undefined): boolean =>
  a !== null && b != null && letters(a) === letters(b)

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const countOutcomes = (attempts: MergedEvidence['attempts']): OutcomeSums => {
  const counts = { ...noOutcomes }
  for (const { result, count = 1 } of attempts) counts[result === 'not-held' ? 'notHeld' : result] += count
  return counts
}

const countReports = (reports: MergedEvidence['reports']): Status['reports'] => {
  const uncounted = reports.filter(({ isUncounted }) => isUncounted)
  return {
    ...countOutcomes(reports.filter(({ isUncounted }) => !isUncounted)),
    uncounted: uncounted.reduce((sum, { count = 1 }) => sum + count, 0),
  }
}

const sum = ({ held, notHeld, mixed, unclear }: OutcomeSums): number => held + notHeld + mixed + unclear

/** Adds the dates and sources of replications. */
const withTellers = (said: { kind: StatusKind } | null, { attempts }: MergedEvidence): Partial<Status> | null => {
  if (said === null) return null
  const tellers = attempts.map(({ source }) => coders[source])
  const names = [...new Set(tellers.map(({ name }) => name))]
  const href = names.length === 1 ? (tellers[0]?.href ?? null) : null
  const years = attempts.map(({ replicationYear }) => replicationYear).filter(year => year !== null)
  const repeated = years.length === 0 ? null : { first: Math.min(...years), last: Math.max(...years) }
  return { ...said, source: { name: names.join(' and '), href }, repeated }
}

/** Two thirds of all attempts decide; with less the result is mixed. */
const outcomeOf = (attempts: OutcomeSums): { kind: StatusKind } | null => {
  const all = sum(attempts)
  if (all === 0) return null
  const decides = (count: number): boolean => count * 3 >= all * 2
  if (decides(attempts.held)) return { kind: 'held' }
  return { kind: decides(attempts.notHeld) ? 'not-held' : 'mixed' }
}
