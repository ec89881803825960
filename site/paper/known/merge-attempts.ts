import type { AttemptSource, Evidence, ReplicationEntry } from './evidence.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'

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
