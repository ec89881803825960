import type { Kysely, Transaction } from 'kysely'
import { formatAmount, plainAmount } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { AccountIds, Mine } from '../../kit/feature/index.ts'
import type { DeletedAccount } from '../../kit/people/index.ts'
import { type GroundTables, readGroundLost } from './ground.ts'
import { readPayee } from './payees.ts'
import { type SettleTables, withdrawPayout } from './settle.ts'
import { standingInWords } from './standing.ts'
import type { PayoutTables } from './tables.ts'

export const myAwards: Mine<PayoutTables & GroundTables> = {
  title: 'Your awards',
  reader: db => async (account, limit) => {
    const own = db.selectFrom('payouts').selectAll().where('reporter', '=', account.key)
    const rows = await own.orderBy('awarded_at', 'desc').orderBy('id').limit(limit).execute()
    const payee = rows.length === 0 ? null : await readPayee(db.$pickTables<keyof PayoutTables>(), account.key)
    const lost = await readGroundLost(db.$pickTables<keyof GroundTables>(), rows)
    return rows.map(row => ({
      doi: row.doi as Doi,
      words: `You were awarded ${formatAmount(row)}`,
      standing: standingInWords(row, payee, lost.has(row.id)),
      at: row.awarded_at,
      path: paths.awards,
    }))
  },
}

/**
 * Removes a deleted account from its awards: unpaid money returns to its bounty, and payment details are deleted. Payouts already sent
 * continue. With `upTo`, only awards made by then.
 */
export const forgetReporterPay = async (
  tx: Transaction<SettleTables>,
  { key, upTo, at }: Pick<DeletedAccount, 'key' | 'upTo' | 'at'>,
): Promise<void> => {
  const until = upTo ?? Number.MAX_SAFE_INTEGER
  const own = await tx
    .selectFrom('payouts')
    .select('id')
    .where('reporter', '=', key)
    .where('awarded_at', '<=', until)
    .orderBy('id')
    .execute()
  for (const { id } of own) {
    const act = { payout: id, actor: 'site', why: 'The reporter has deleted their account.', act: 'forget' } as const
    await withdrawPayout(tx, act, at)
    await tx.updateTable('payouts').set({ reporter: null }).where('id', '=', id).execute()
  }
  await tx.deleteFrom('payees').where('account', '=', key).where('updated_at', '<=', until).execute()
}

/** All that is kept of an account's awards, and of how it is paid. */
export const exportAwards = async (db: Kysely<PayoutTables>, { key }: AccountIds) => {
  const own = db.selectFrom('payouts').selectAll().where('reporter', '=', key)
  const payee = await readPayee(db, key)
  return {
    awards: (await own.orderBy('awarded_at').execute()).map(row => ({
      for: row.doi,
      report: row.report,
      amount: plainAmount(row),
      currency: row.currency,
      status: row.state,
      way: row.way,
      reference: row.reference,
      awarded: new Date(row.awarded_at).toISOString(),
      paid: row.paid_at === null ? null : new Date(row.paid_at).toISOString(),
    })),
    how_paid: payee === null ? null : { way: payee.way, stripe_account: payee.stripe_account, details: payee.details },
  }
}
