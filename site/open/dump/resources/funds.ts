import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import { type BountyTables, type MoneyTables, readSources, type Source } from '../../../money/bounties/index.ts'
import type { ContributionTables } from '../../../money/contributions/index.ts'
import { doiOfFund, type Fund } from '../../../money/ledger/accounts.ts'
import { ofPool } from '../../../readers/moderation/index.ts'
import {
  amount,
  atATime,
  count,
  defineResource,
  inPages,
  insertRows,
  moment,
  momentOf,
  ofItsWriters,
  text,
  timeOf,
} from '../pages.ts'
import type { DumpTables } from '../tables.ts'
import { publicItem } from './public-item.ts'

const states = ['none', 'open', 'held', 'awarded', 'paid', 'refunded', 'expired'] as const
const given = { id: text, at: moment, amount: z.int().positive(), currency: z.string().length(3), waits: z.boolean() }

const line = z.strictObject({
  fund: text,
  people: count,
  state: z.enum(states).nullable(),
  since: moment.nullable(),
  contributions: z.array(
    z.strictObject({ ...given, name: text.nullable(), message: text.nullable(), publicAt: moment.nullable() }),
  ),
  topUps: z.array(z.strictObject(given)),
  goingBack: z.array(amount),
  lastReturn: z.strictObject({ reason: z.enum(['refund', 'expiry']), at: moment }).nullable(),
})
type Line = z.infer<typeof line>

/**
 * Public data of bounties and the pool besides the ledger. As on pages, contributions are not linked to people, refunds or awards: only the
 * number of contributors, the names of those who chose to be listed, and the expiry dates.
 */
export const funds = defineResource({
  name: 'funds',
  title: 'The bounties of papers, and the pool',
  description:
    'Who gave (`name` and `message` where a contributor wished them to be seen and a moderator let them through), how many `people` that was, and until when it waits: `waits` is true while something of it can still be awarded. `goingBack` is on its way to its givers.',
  licence: ofItsWriters,
  key: ['fund'],
  line,
  async *read(db) {
    const all = inPages((after: { fund: string } | null) =>
      db
        .selectFrom('ledger')
        .select('fund')
        .distinct()
        .where('fund', '>', after?.fund ?? '')
        .orderBy('fund')
        .limit(atATime)
        .execute(),
    )
    for await (const { fund } of all) yield readFund(db, fund as Fund)
  },
  async restore(tx, lines) {
    for (const fund of lines) await restoreFund(tx, fund)
  },
})

const readFund = async (db: Kysely<DumpTables>, fund: Fund): Promise<Line> => {
  const paid = db.selectFrom('contributions').where('fund', '=', fund).where('state', '=', 'paid')
  const sources = await readSources(db as unknown as Kysely<MoneyTables>, fund)
  const waits = new Set(sources.filter(({ left }) => left > 0).map(sourceKey))
  const counted = await paid
    .select(sql<number>`count(distinct coalesce(giver, id))`.as('people'))
    .where(({ eb, ref }) => eb(sql`${ref('refunded')} + ${ref('disputed')}`, '<', ref('paid_amount')))
    .executeTakeFirst()
  const contributions = await paid
    .select(['id', 'name', 'message', 'public_at', 'paid_amount', 'paid_currency', 'paid_at'])
    .orderBy('paid_at')
    .orderBy('id')
    .execute()
  const topUps = await db
    .selectFrom('top_ups')
    .selectAll()
    .where('fund', '=', fund)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const told = await db.selectFrom('funds').select(['state', 'since']).where('fund', '=', fund).executeTakeFirst()
  const returns = db.selectFrom('returns').where('fund', '=', fund)
  const going = await returns
    .select(['currency', ({ fn }) => fn.sum('amount').as('amount')])
    .where('state', '=', 'planned')
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  const last = await returns
    .select(['reason', 'settled_at'])
    .where('settled_at', 'is not', null)
    .orderBy('settled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    fund,
    people: Number(counted?.people ?? 0),
    state: told?.state ?? null,
    since: told === undefined ? null : momentOf(told.since),
    contributions: contributions.map(row => ({
      id: row.id,
      at: momentOf(row.paid_at ?? 0),
      amount: row.paid_amount,
      currency: row.paid_currency ?? 'usd',
      waits: waits.has(sourceKey({ kind: 'contribution', id: row.id })),
      name: row.public_at === null ? null : row.name,
      message: row.public_at === null ? null : row.message,
      publicAt: row.public_at === null ? null : momentOf(row.public_at),
    })),
    topUps: topUps.map(({ id, at, amount, currency }) => ({
      id,
      at: momentOf(at),
      amount,
      currency,
      waits: waits.has(sourceKey({ kind: 'top-up', id })),
    })),
    goingBack: going.map(({ currency, amount }) => ({ amount: Number(amount), currency })),
    lastReturn: last?.settled_at == null ? null : { reason: last.reason, at: momentOf(last.settled_at) },
  }
}

const sourceKey = ({ kind, id }: Pick<Source, 'kind' | 'id'>): string => `${kind} ${id}`

/**
 * Restores rows that reproduce a fund's public data. The dump does not link contributions to people, so they are distributed among the same
 * number of anonymous contributors. Money no longer held is recorded as used, without a purpose.
 */
const restoreFund = async (tx: Transaction<DumpTables>, line: Line): Promise<void> => {
  const { fund: name, people, contributions, topUps, goingBack, lastReturn, state, since } = line
  const fund = name as Fund
  await insertRows(
    tx,
    'contributions',
    contributions.map((each, index) => contributionRow(fund, each, giverOf(line, index), people === 0)),
  )
  await insertRows(
    tx,
    'payments',
    contributions.map(({ id }) => ({ id, contribution: id, fund, facts: '{}' })),
  )
  await insertRows(
    tx,
    'moderation_items',
    contributions.flatMap(({ id, publicAt }) =>
      publicAt === null
        ? []
        : [publicItem({ kind: 'contribution', id, doi: doiOfFund(fund) ?? ofPool, since: timeOf(publicAt) })],
    ),
  )
  await insertRows(
    tx,
    'top_ups',
    topUps.map(({ id, amount, currency, at }) => ({ id, fund, amount, currency, at: timeOf(at) })),
  )
  const used = [
    ...contributions.map(each => ({ kind: 'contribution' as const, ...each })),
    ...topUps.map(each => ({ kind: 'top-up' as const, ...each })),
  ]
  await insertRows(
    tx,
    'money_uses',
    used.flatMap(({ kind, id, amount, currency, waits }) =>
      waits ? [] : [{ purpose: 'restored', kind, source: id, fund, amount, currency }],
    ),
  )
  await insertRows(tx, 'returns', [
    ...goingBack.map(money => returnRow(fund, { ...money, id: money.currency, state: 'planned', settled: null })),
    ...(lastReturn === null
      ? []
      : [returnRow(fund, { amount: 1, currency: 'usd', id: 'last', state: 'refunded', settled: lastReturn })]),
  ])
  if (state !== null && since !== null) await insertRows(tx, 'funds', [{ fund, state, since: timeOf(since) }])
}

/** As many givers as there were people: each of the first contributions has one of its own, and those after them are the last one's. */
const giverOf = ({ fund, people }: Pick<Line, 'fund' | 'people'>, index: number): string | null =>
  people === 0 ? null : `restored:${fund}:${Math.min(index + 1, people)}`

const contributionRow = (
  fund: Fund,
  { id, at, amount, currency, name, message, publicAt }: Line['contributions'][number],
  giver: string | null,
  isGone: boolean,
): Insertable<ContributionTables['contributions']> => ({
  id,
  fund,
  giver,
  amount,
  currency,
  name,
  message,
  public_at: publicAt === null ? null : timeOf(publicAt),
  email: null,
  locale: 'en',
  session: null,
  payment: id,
  state: 'paid',
  begun_at: timeOf(at),
  paid_amount: amount,
  paid_currency: currency,
  paid_at: timeOf(at),
  refunded: isGone ? amount : 0,
  disputed: 0,
})

const returnRow = (
  fund: Fund,
  what: { id: string; amount: number; currency: string; state: 'planned' | 'refunded'; settled: Line['lastReturn'] },
): Insertable<BountyTables['returns']> => ({
  id: `restored:${fund}:${what.id}`,
  kind: 'contribution',
  source: `restored:${fund}:${what.id}`,
  fund,
  amount: what.amount,
  currency: what.currency,
  reason: what.settled?.reason ?? 'refund',
  state: what.state,
  refund: null,
  problem: null,
  planned_at: what.settled === null ? 0 : timeOf(what.settled.at),
  settled_at: what.settled === null ? null : timeOf(what.settled.at),
})
