import { titleClaim } from '../titles/index.ts'
import type { Evidence } from './evidence.ts'
import { type Attempt, mergeAttempts } from './merge-attempts.ts'
import { type KnownEvent, mergeEvents } from './merge-events.ts'
import type { KnownFact } from './model.ts'
import { hidesRetraction, meaningOf, republication, type UpdateMeaning } from './update-types.ts'

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
  const isTold = events.some(({ meaning }) => meaning.kind === 'retraction' || meaning.kind === 'reinstatement')
  const { attempts, reports, repeated } = mergeAttempts(evidence)
  // Records flag notices of retraction as if they were retracted themselves.
  const isNotice = announced.some(({ meaning }) => meaning.kind === 'retraction')
  return {
    events,
    announced,
    attempts,
    reports,
    repeated,
    stated: stated === null || isTold || isNotice ? [] : [stated],
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
