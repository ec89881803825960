import type { Kysely, Transaction } from 'kysely'
import { plainAmount } from '../../kit/amounts/index.ts'
import type { AccountIds } from '../../kit/feature/index.ts'
import type { Account, DeletedAccount, Visitor } from '../../kit/people/index.ts'
import { type ModerationTables, withdraw } from '../../readers/moderation/index.ts'
import { doiOfFund } from '../ledger/index.ts'
import type { Contribution, ContributionTables } from './store.ts'

/** Assigns a visitor's contributions to their account. Idempotent. */
export const moveContributions = async (
  db: Kysely<ContributionTables>,
  visitor: Visitor,
  account: Account,
): Promise<void> => {
  const own = db.selectFrom('contributions').select('id').where('giver', '=', visitor.key).limit(1)
  // Nearly always there is none, and then nothing is written.
  if ((await own.executeTakeFirst()) === undefined) return
  await db.updateTable('contributions').set({ giver: account.key }).where('giver', '=', visitor.key).execute()
}

/**
 * Anonymizes a deleted account's contributions: removes name, message and address. The amounts stay in the ledger, which has no names. With
 * `upTo`, only contributions started by then.
 */
export const forgetGiver = async (
  tx: Transaction<ContributionTables & ModerationTables>,
  { key, upTo }: Pick<DeletedAccount, 'key' | 'upTo'>,
): Promise<void> => {
  const contributions = tx.$pickTables<keyof ContributionTables>()
  const own = await contributions
    .selectFrom('contributions')
    .select(['id', 'begun_at'])
    .where('giver', '=', key)
    .orderBy('id')
    .execute()
  for (const { id, begun_at } of own) {
    if (upTo !== null && begun_at > upTo) continue
    await withdraw(tx.$pickTables<keyof ModerationTables>(), { kind: 'contribution', id })
    const nobody = { giver: null, name: null, message: null, email: null, public_at: null }
    await contributions.updateTable('contributions').set(nobody).where('id', '=', id).execute()
  }
}

/** All that is kept of an account's contributions. */
export const exportContributions = async (db: Kysely<ContributionTables>, { key }: AccountIds) => {
  const own = db.selectFrom('contributions').selectAll().where('giver', '=', key)
  return { contributions: (await own.orderBy('begun_at').execute()).map(exported) }
}

const exported = ({ fund, amount, currency, paid_amount, paid_currency, ...row }: Contribution) => ({
  for: doiOfFund(fund) ?? 'pool',
  begun: new Date(row.begun_at).toISOString(),
  asked: { amount: plainAmount({ amount, currency }), currency },
  paid:
    paid_currency === null
      ? null
      : { amount: plainAmount({ amount: paid_amount, currency: paid_currency }), currency: paid_currency },
  paid_at: row.paid_at === null ? null : new Date(row.paid_at).toISOString(),
  paid_back: paid_currency === null ? null : plainAmount({ amount: row.refunded, currency: paid_currency }),
  status: row.state,
  name: row.name,
  message: row.message,
  public_since: row.public_at === null ? null : new Date(row.public_at).toISOString(),
  email: row.email,
  locale: row.locale,
  session: row.session,
})
