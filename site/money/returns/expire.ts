import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { type ClaimTables, readHolds } from '../../readers/claims/index.ts'
import { endUnpayable, hasWaiting, type ProposalTables } from '../awards/index.ts'
import {
  type BountyTables,
  expiryOf,
  holdFund,
  isNearEnd,
  isOver,
  type MoneyTables,
  planBountyMails,
  readSources,
  type Source,
  staysAfterWarning,
  waitsFor,
  warnBefore,
} from '../bounties/index.ts'
import { type ContributionTables, findContribution } from '../contributions/index.ts'
import { bountyOf, doiOfFund, type Fund } from '../ledger/accounts.ts'
import { type PlannedReturn, planReturn, type ReturnTables } from './plan-return.ts'

/** Refund target: one contribution, or a bounty's whole remainder. */
export type RefundOf = { kind: 'contribution'; id: string; most?: number } | { kind: 'fund'; fund: Fund }

/**
 * Plans the refund of a contribution or of a bounty's remainder, excluding awards. Logs the author and reason.
 * @throws OperatorError if the contribution does not exist or nothing is refundable
 */
export const refund = (
  db: Kysely<ReturnTables & ProposalTables>,
  of: RefundOf,
  { actor, why }: { actor: string; why: string },
  now: number,
): Promise<PlannedReturn[]> =>
  runTransaction(db, async tx => {
    const fund = of.kind === 'fund' ? of.fund : await fundOf(tx.$pickTables<keyof ContributionTables>(), of.id)
    await holdFund(tx.$pickTables<keyof BountyTables>(), fund)
    const sources = (await readSources(tx.$pickTables<keyof MoneyTables>(), fund)).filter(
      ({ kind, id }) => of.kind === 'fund' || (kind === 'contribution' && id === of.id),
    )
    const planned: PlannedReturn[] = []
    for (const source of sources) {
      const most = of.kind === 'contribution' ? of.most : undefined
      const returning = { fund, reason: 'refund', actor, why, ...(most !== undefined && { most }) } as const
      const one = await planReturn(tx, source, returning, now)
      if (one !== null) planned.push(one)
    }
    if (planned.length === 0)
      throw new OperatorError('Nothing left to refund: it was awarded, refunded or is being refunded.')
    const doi = doiOfFund(fund)
    if (doi !== null) await endUnpayable(tx, doi, now)
    return planned
  })

const fundOf = async (db: Parameters<typeof findContribution>[0], id: string): Promise<Fund> => {
  const found = await findContribution(db, id)
  if (found === null || found.state !== 'paid') throw new OperatorError(`No paid contribution with ID ${id}.`)
  return found.fund
}

type Tables = ReturnTables & ClaimTables & ProposalTables
type Tx = Transaction<Tables>

export type Expired = { warned: number; returned: PlannedReturn[] }

/**
 * Notifies contributors of upcoming refunds and plans the refunds of expired money. Skips bounties held by a claim or with a pending
 * proposal. Uses one transaction for each bounty, so that a rerun resumes.
 */
export const expire = async (db: Kysely<Tables>, now: number): Promise<Expired> => {
  const all: Expired = { warned: 0, returned: [] }
  for (const doi of await readEnding(db, now)) {
    const done = await runTransaction(db, tx => expireBounty(tx, doi, now))
    all.warned += done.warned
    all.returned.push(...done.returned)
  }
  return all
}

/** Returns papers whose bounties have money old enough. Money given to the pool does not expire. */
const readEnding = async (db: Kysely<Tables>, now: number): Promise<Doi[]> => {
  const before = now - waitsFor + warnBefore
  const given = db
    .selectFrom('contributions')
    .select('fund')
    .where('state', '=', sql.lit('paid' as const))
    .where('paid_at', '<=', before)
    .whereRef('refunded', '<', 'paid_amount')
  const moved = db.selectFrom('top_ups').select('fund').where('at', '<=', before)
  const rows = await given.union(moved).orderBy('fund').execute()
  return rows.flatMap(({ fund }) => doiOfFund(fund) ?? [])
}

const expireBounty = async (tx: Tx, doi: Doi, now: number): Promise<Expired> => {
  const fund = bountyOf(doi)
  await holdFund(tx.$pickTables<keyof BountyTables>(), fund)
  const money = tx.$pickTables<keyof ReturnTables>()
  const sources = await readSources(tx.$pickTables<keyof MoneyTables>(), fund)
  const told = await readWarned(tx, sources)
  const toWarn = sources.filter(
    source => source.kind === 'contribution' && !told.has(source.id) && isNearEnd(source, now),
  )
  for (const { id, left: amount, currency, since } of toWarn) {
    await tx.insertInto('warned').values({ contribution: id, at: now }).execute()
    // After downtime, announces the earliest possible refund date.
    const until = Math.max(expiryOf(since), now + staysAfterWarning)
    const readers = [{ kind: 'contribution' as const, id }]
    await planBountyMails(tx, { about: 'expiring', doi, money: [{ amount, currency }], until }, readers, now)
  }
  const isKept =
    (await readHolds(tx.$pickTables<keyof ClaimTables>(), doi, now)).length > 0 ||
    (await hasWaiting(tx.$pickTables<keyof ProposalTables>(), doi, 'award'))
  const returned: PlannedReturn[] = []
  for (const source of isKept ? [] : sources.filter(source => isOver(source, told.get(source.id) ?? null, now))) {
    const why = 'Not awarded within a year.'
    const planned = await planReturn(money, source, { fund, reason: 'expiry', actor: 'site', why }, now)
    if (planned !== null) returned.push(planned)
  }
  return { warned: toWarn.length, returned }
}

const readWarned = async (tx: Tx, sources: readonly Source[]): Promise<Map<string, number>> => {
  const ids = sources.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('warned').selectAll().where('contribution', 'in', ids).execute()
  return new Map(rows.map(({ contribution, at }) => [contribution, at]))
}
