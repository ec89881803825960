import { titleClaim } from '../titles/title-claim.ts'
import type { AttemptSource, Evidence, ReplicationEntry } from './evidence.ts'
import { type KnownEvent, mergeEvents } from './merge-events.ts'
import type { KnownFact } from './model.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import { hidesRetraction, meaningOf, republication, type UpdateMeaning } from './update-types.ts'

/** A replication of a paper; `codings` are the coders' original outcomes, `result` their combination. */
export type Attempt = ReplicationEntry & { result: Outcome; codings: string[] }

/** Merges replications: published ones of the paper, community reports, and those by this paper of others. */
export const mergeAttempts = ({
  doi,
  replications,
  lookUp,
}: Evidence): { attempts: Attempt[]; reports: Attempt[]; repeated: Attempt[] } => {
  const entries = worthTelling(replications).map(entry => withLookedUp(entry, lookUp))
  return {
    attempts: merged(entries.filter(entry => entry.originalDoi === doi && entry.source !== 'report')),
    reports: merged(entries.filter(entry => entry.originalDoi === doi && entry.source === 'report')),
    repeated: merged(entries.filter(entry => entry.replicationDoi === doi)),
  }
}

/** Precedence of coders: FORRT's current list, its earlier files, our starter list. */
const trust: Readonly<Record<AttemptSource, number>> = { forrt: 0, 'forrt-earlier': 1, starter: 2, report: 0 }

/** Removes papers coded as replicating themselves, and codings superseded by a better source. */
const worthTelling = (entries: readonly ReplicationEntry[]): ReplicationEntry[] => {
  const best = new Map<string, number>()
  for (const entry of entries) {
    const pair = pairOf(entry)
    best.set(pair, Math.min(best.get(pair) ?? trust.starter, trust[entry.source]))
  }
  return entries.filter(
    entry => entry.originalDoi !== entry.replicationDoi && trust[entry.source] === best.get(pairOf(entry)),
  )
}

/** Key of the original and its replication. */
const pairOf = ({ originalDoi, replicationDoi, replicationUrl, replicationTitle }: ReplicationEntry): string =>
  `${originalDoi} ${replicationDoi ?? replicationUrl ?? replicationTitle}`

const withLookedUp = (entry: ReplicationEntry, lookUp: Evidence['lookUp']): ReplicationEntry => {
  const original = entry.originalTitle === null ? lookUp(entry.originalDoi) : null
  const needed = entry.replicationDoi !== null && (entry.replicationTitle === null || entry.replicationYear === null)
  const replication = needed && entry.replicationDoi !== null ? lookUp(entry.replicationDoi) : null
  return {
    ...entry,
    originalTitle: entry.originalTitle ?? original?.title ?? null,
    replicationTitle: entry.replicationTitle ?? replication?.title ?? null,
    replicationYear: entry.replicationYear ?? replication?.year ?? null,
  }
}

/** One entry per pair of papers: conflicting codings of a replication give mixed results, not two replications. */
const merged = (entries: readonly ReplicationEntry[]): Attempt[] => {
  const attempts = new Map<string, Attempt>()
  for (const entry of entries) {
    const key = `${pairOf(entry)} ${entry.type}${entry.isUncounted ? ' uncounted' : ''}`
    const known = attempts.get(key)
    const result = outcomeOf(entry.outcome)
    if (known === undefined) attempts.set(key, { ...entry, result, codings: [entry.outcome] })
    else {
      if (!known.codings.includes(entry.outcome)) known.codings.push(entry.outcome)
      known.result = combined(known.result, result)
      known.quote ??= entry.quote
      known.originalTitle ??= entry.originalTitle
      known.originalYear ??= entry.originalYear
      known.replicationTitle ??= entry.replicationTitle
      known.replicationYear ??= entry.replicationYear
    }
  }
  return [...attempts.values()]
}

const combined = (a: Outcome, b: Outcome): Outcome => {
  if (a === b || b === 'unclear') return a
  return a === 'unclear' ? b : 'mixed'
}

/** A reproduction reanalyzes the original data, a replication collects new data; "repeat" covers both. */
export const verbOf = (attempts: readonly Attempt[]): 'repeat' | 'reproduce' =>
  attempts.length > 0 && attempts.every(({ type }) => type === 'reproduction') ? 'reproduce' : 'repeat'

/** Everything that is known about a paper, each event and each attempt once. */
export type MergedEvidence = {
  events: readonly KnownEvent[]
  attempts: readonly Attempt[]
  /** Community-reported replications. */
  reports: readonly Attempt[]
  /** Events announced about other papers. */
  announced: readonly KnownEvent[]
  /** Earlier papers that this one tries to repeat. */
  repeated: readonly Attempt[]
  /** Retractions and withdrawals that a record states without a notice: by its flag, or at the start of its title. */
  stated: readonly { meaning: UpdateMeaning; source: KnownFact['source'] }[]
}

export const mergeEvidence = (evidence: Evidence): MergedEvidence => {
  const { events, announced } = mergeEvents(evidence)
  const stated = statedIn(evidence)
  // A notice is more specific than a flag, and many records keep the flag after a reinstatement.
  const isReportedStatus = events.some(
    ({ meaning }) => meaning.kind === 'retraction' || meaning.kind === 'reinstatement',
  )
  const { attempts, reports, repeated } = mergeAttempts(evidence)
  // Records flag notices of retraction as if they were retracted themselves.
  const isNotice = announced.some(({ meaning }) => meaning.kind === 'retraction')
  return {
    events,
    announced,
    attempts,
    reports,
    repeated,
    stated: stated === null || isReportedStatus || isNotice ? [] : [stated],
  }
}

const crossref = { name: 'Crossref', href: 'https://www.crossref.org' }

const statedIn = ({
  doi,
  updates,
  title,
  titleFrom,
  retractedBy,
}: Evidence): MergedEvidence['stated'][number] | null => {
  const claim = titleClaim(title)
  if (claim?.says === 'withdrawn')
    return { meaning: meaningOf('withdrawal'), source: retractedBy === null ? titleIn(titleFrom) : named(retractedBy) }
  // A notice is often flagged in place of the paper it is about.
  if (claim?.says === 'notice') return null
  if (updates.some(update => update.doi === doi && hidesRetraction(update)))
    return { meaning: meaningOf('retraction'), source: crossref }
  if (retractedBy !== null) return { meaning: meaningOf('retraction'), source: named(retractedBy) }
  return claim === null ? null : { meaning: meaningOf('retraction'), source: titleIn(titleFrom) }
}

const named = (name: string): KnownFact['source'] => ({ name, href: null })

const titleIn = (from: string | null): KnownFact['source'] =>
  named(from === null ? 'the paper’s title' : `the paper’s title in ${from}`)

export const isRepublication = (meaning: UpdateMeaning): boolean => meaning === republication
