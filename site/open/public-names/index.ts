import type { ActivityKind, ActivityOutcome } from '../../paper/activity/index.ts'
import type { KnownFact, KnownFactKind, StatusKind } from '../../paper/known/index.ts'

// The names that the API, the MCP server, the badges and the command line use. Stored rows keep their own: nothing else maps them.

/** Status keys by internal kind, most serious first. */
const statusKeyOf = {
  retracted: 'retracted',
  republished: 'retracted-and-republished',
  'partly-retracted': 'partly-retracted',
  withdrawn: 'withdrawn',
  concern: 'expression-of-concern',
  'not-held': 'failed-to-replicate',
  mixed: 'mixed-replications',
  held: 'replicated',
  reinstated: 'reinstated',
  corrected: 'corrected',
  notice: 'editorial-notice',
  neutral: 'neutral-evidence',
  nothing: 'nothing-found',
  'not-asked': 'unavailable',
  'no-record': 'unknown-doi',
} as const satisfies Record<StatusKind, string>

export type StatusKey = (typeof statusKeyOf)[StatusKind]

export const statusKey = (kind: StatusKind): StatusKey => statusKeyOf[kind]

/** Internal kind of a status key; `nothing` for a key of a newer version. */
export const kindOfStatusKey = (key: StatusKey): StatusKind =>
  (Object.keys(statusKeyOf) as StatusKind[]).find(kind => statusKeyOf[kind] === key) ?? 'nothing'

/** All status keys, most serious first. */
export const statusKeys: readonly StatusKey[] = Object.values(statusKeyOf)

/** Status keys that say nothing for or against a paper, except `editorial-notice`, which is about another paper. */
export const emptyStatusKeys: ReadonlySet<StatusKey> = new Set(
  (['neutral', 'nothing', 'not-asked', 'no-record'] as const).map(statusKey),
)

/** Outcomes of replications, reproductions and reports, in the terms of reports (SPEC §3) and of FORRT. */
const outcomeOf = {
  held: 'success',
  'not-held': 'failed',
  mixed: 'mixed',
  unclear: 'unclear',
  success: 'success',
  partial: 'partial',
  failed: 'failed',
} as const satisfies Record<ActivityOutcome, string>

export type OutcomeName = (typeof outcomeOf)[ActivityOutcome]

export const outcomeName = <Outcome extends ActivityOutcome>(outcome: Outcome): (typeof outcomeOf)[Outcome] =>
  outcomeOf[outcome]

export const outcomeNames: readonly OutcomeName[] = [...new Set(Object.values(outcomeOf))]

const factTypeOf = {
  held: 'replication',
  'not-held': 'replication',
  mixed: 'replication',
  correction: 'correction',
  retraction: 'retraction',
  concern: 'expression-of-concern',
  reinstatement: 'reinstatement',
  notice: 'editorial-notice',
  note: 'note',
} as const satisfies Record<KnownFactKind, string>

export type FactType = (typeof factTypeOf)[KnownFactKind] | 'reproduction'

export const factTypes: readonly FactType[] = [...new Set(Object.values(factTypeOf)), 'reproduction']

/** Type of an event, replication or notice of a paper. */
export const factType = ({ kind, group, isReproduction }: KnownFact): FactType => {
  if (group !== 'attempt' && group !== 'repeated') return factTypeOf[kind]
  return isReproduction === true ? 'reproduction' : 'replication'
}

const eventTypeOf = {
  correction: 'correction',
  retraction: 'retraction',
  concern: 'expression-of-concern',
  reinstatement: 'reinstatement',
  replication: 'replication',
  'report-approved': 'report',
  'note-approved': 'note',
  claim: 'claim',
  bounty: 'bounty',
  'cites-retracted': 'reference-retracted',
  'cites-concern': 'reference-expression-of-concern',
  'cites-not-held': 'reference-failed-to-replicate',
} as const satisfies Record<ActivityKind, string>

export type EventType = (typeof eventTypeOf)[ActivityKind]

/** All types of the activity feed. */
export const eventTypes: readonly EventType[] = Object.values(eventTypeOf)

export const eventType = (kind: ActivityKind): EventType => eventTypeOf[kind]

/** Internal kinds of the requested event types. */
export const kindsOfEventTypes = (types: readonly EventType[]): ActivityKind[] =>
  (Object.keys(eventTypeOf) as ActivityKind[]).filter(kind => types.includes(eventTypeOf[kind]))
