import { enqueueJob, type Outbox, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import { type ActivityTables, addInterest, recordActivity, retractActivity } from '../../paper/activity/index.ts'
import type { Moderated, Submission } from '../moderation/index.ts'
import { readText } from '../written-text/read-text.ts'
import { type ClaimEnd, remindBefore, settledClaim } from './rules.ts'
import {
  addresseeOfClaim,
  type Claim,
  type ClaimTables,
  claimsBy,
  lastDayOfHold,
  liveClaim,
  readClaims,
  setClaim,
} from './store.ts'

/** A claim, and until when it stood when the job was planned: one that was renewed has jobs of its own. */
export type ClaimJob = { id: string; until: number }
export type ClaimJobs = { 'claims.remind': ClaimJob; 'claims.lapse': ClaimJob }

/** Schedules the expiry jobs of a claim, in the transaction that sets its end. */
export type PlanEnd = <T extends OutboxTables>(tx: Transaction<T>, claim: ClaimJob, now: number) => Promise<void>

export const createPlanEnd =
  (outbox: Pick<Outbox<ClaimJobs>, 'enqueue'>): PlanEnd =>
  async (tx, { id, until }, now) => {
    const payload = { id, until }
    await outbox.enqueue(tx, { kind: 'claims.remind', payload, delay: Math.max(0, until - remindBefore - now) })
    await outbox.enqueue(tx, { kind: 'claims.lapse', payload, delay: Math.max(0, until - now) })
  }

/**
 * Schedules a recomputation of the paper's bounty, which a claim holds, after a claim changed in the caller's transaction. The job is
 * defined in `bounties/`, which depends on claims and so cannot be imported here.
 */
const planBountyLook = <T extends OutboxTables>(tx: Transaction<T>, doi: Doi, now: number, delay = 0): Promise<void> =>
  enqueueJob(tx, { kind: 'bounties.look', payload: { doi }, delay }, now)

type Tables = ClaimTables & ActivityTables & OutboxTables

/** Moderation of claims, which have the kind `audit` (SPEC §4). */
export const moderatedClaims: Pick<Required<Moderated<Tables>>, 'read' | 'settle' | 'told'> = {
  read: async (db, ids) => {
    const claims = await readClaims(db.$pickTables<keyof ClaimTables>(), ids)
    return new Map(claims.map(claim => [claim.id, submissionOf(claim)]))
  },
  told: async (db, id) => {
    const claims = db.$pickTables<keyof ClaimTables>()
    const [[claim], addressee] = await Promise.all([readClaims(claims, [id]), addresseeOfClaim(claims, id)])
    if (claim === undefined) return null
    const path = paths.login(paths.claim(claim.doi))
    return { what: 'claim', email: addressee?.email ?? null, paths: { approved: path, rejected: path } }
  },
  settle: async (tx, { id, from, to, at }) => {
    const claims = tx.$pickTables<keyof ClaimTables>()
    const [before] = await readClaims(claims, [id])
    if (before === undefined) return
    const after = (await mayStand(claims, before)) ? settledClaim(to, at) : { ...settledClaim(to, at), ...over(before) }
    await setClaim(claims, id, after)
    const stands = countOf(after)
    await addInterest(tx.$pickTables<keyof ActivityTables>(), before.doi, {
      claims: stands - countOf({ approved_at: before.approvedAt, end: before.end }),
    })
    await planBountyLook(tx, before.doi, at)
    if (to === 'approved')
      await planBountyLook(tx, before.doi, at, Math.max(0, (await lastDayOfHold(claims, before)) - at))
    if (stands === 1) await tell(tx, before, at)
    else if (from === 'approved') await retractActivity(tx.$pickTables<keyof ActivityTables>(), claimKey(id))
  },
}

/** A decision does not restore a claim that its claimant ended, that expired, or that was followed by another one. */
const mayStand = async (tx: Transaction<ClaimTables>, { id, doi, claimant, end }: Claim): Promise<boolean> => {
  if (end !== null && end !== 'rejected') return false
  const live = claimant === null ? null : await liveClaim(tx, claimant, doi)
  return live === null || live.id === id
}

const over = ({ end }: Claim): { end: ClaimEnd; live: 0 } => ({ end: end ?? 'rejected', live: 0 })

/** A claim is counted while it is public and stands. */
const countOf = ({ approved_at, end }: { approved_at: number | null; end: ClaimEnd | null }): number =>
  approved_at !== null && end === null ? 1 : 0

export const claimKey = (id: string): string => `claim:${id}`

const tell = async (tx: Transaction<Tables>, { id, doi, name, showName, until }: Claim, at: number): Promise<void> => {
  await recordActivity(
    tx.$pickTables<keyof ActivityTables>(),
    {
      doi,
      kind: 'claim',
      key: claimKey(id),
      at,
      date: null,
      by: { name: showName ? name : 'a reader', href: null },
      label: `Claimed until ${formatDay(until)}`,
      outcome: null,
      detail: null,
      path: paths.paper(doi),
    },
    at,
  )
}

/** Ends a claim that has not ended, and counts it no longer where it was public. */
export const endCounted = async (
  tx: Transaction<Tables>,
  { id, doi, approvedAt, end: before }: Claim,
  end: ClaimEnd,
  now: number,
): Promise<void> => {
  if (before !== null) return
  await setClaim(tx.$pickTables<keyof ClaimTables>(), id, { approved_at: approvedAt, end, live: 0 })
  if (approvedAt === null) return
  await addInterest(tx.$pickTables<keyof ActivityTables>(), doi, { claims: -1 })
  await planBountyLook(tx, doi, now)
}

/** Completes a claim when the claimant's report on the paper is approved. */
export const fulfilClaim = async (tx: Transaction<Tables>, claimant: string, doi: Doi, now: number): Promise<void> => {
  const live = await liveClaim(tx.$pickTables<keyof ClaimTables>(), claimant, doi)
  if (live !== null) await endCounted(tx, live, 'reported', now)
}

/** The claim that such a report ended stands again when its approval is taken back. */
export const reopenClaim = async (tx: Transaction<Tables>, claimant: string, doi: Doi, now: number): Promise<void> => {
  const claims = tx.$pickTables<keyof ClaimTables>()
  const ended = (await claimsBy(claims, claimant)).find(claim => claim.doi === doi && claim.end === 'reported')
  if (ended === undefined || ended.until <= now || (await liveClaim(claims, claimant, doi)) !== null) return
  await setClaim(claims, ended.id, { approved_at: ended.approvedAt, end: null, live: 1 })
  if (ended.approvedAt === null) return
  await addInterest(tx.$pickTables<keyof ActivityTables>(), doi, { claims: 1 })
  await planBountyLook(tx, doi, now)
}

/** A claim as moderators see it. */
const submissionOf = ({ name, showName, plan, package: link, until }: Claim): Submission => ({
  author: showName ? name : `${name} (not shown)`,
  authorIsChecked: false,
  paragraphs: readText(plan === '' ? 'Claim without a plan.' : plan),
  facts: [
    { label: 'Type', value: 'Claim' },
    { label: 'Until', value: formatDay(until) },
    ...(link === null ? [] : [{ label: 'Package', value: link }]),
  ],
})
