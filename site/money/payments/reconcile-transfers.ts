import type { Kysely } from 'kysely'
import type { Stripe } from 'stripe'
import type { LedgerTables } from '../ledger/index.ts'
import { compared, type Difference } from './compared.ts'

type Sums = { currency: string; sent: number; back: number }

/** Returns every difference between the transfers to reporters in Stripe's list and in the ledger. */
export const reconcileTransfers = async (db: Kysely<LedgerTables>, api: Stripe): Promise<Difference[]> => {
  const rows = await db
    .selectFrom('ledger')
    .select(['entry', 'kind', 'amount', 'currency'])
    .where('kind', 'in', ['payout', 'payout-failed'])
    .where('entry', 'like', 'payout/tr%')
    .execute()
  const ours = new Map<string, Sums>()
  for (const { entry, kind, amount, currency } of rows) {
    const transfer = entry.split('/')[1] ?? ''
    const sums = ours.get(transfer) ?? { currency, sent: 0, back: 0 }
    if (kind === 'payout') sums.sent += amount
    else sums.back += amount
    ours.set(transfer, sums)
  }
  const theirs = new Map<string, Sums>()
  for await (const { id, amount, amount_reversed: back, currency, metadata } of api.transfers.list({ limit: 100 }))
    if (metadata?.payout !== undefined || ours.has(id)) theirs.set(id, { currency, sent: amount, back: back ?? 0 })
  return [...new Set([...theirs.keys(), ...ours.keys()])].toSorted().flatMap(payment => {
    const [stripe, books] = [theirs.get(payment), ours.get(payment)]
    const currency = stripe?.currency ?? books?.currency ?? 'usd'
    return [
      ...compared('sent to a reporter', stripe?.sent ?? 0, books?.sent ?? 0, currency),
      ...compared('came back from a reporter', stripe?.back ?? 0, books?.back ?? 0, currency),
    ].map(sentence => ({ payment, sentence }))
  })
}
