import type { Transaction } from 'kysely'
import { formatAmount } from '../../kit/amounts/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { availableOf, type MoneyTables, readAvailable } from '../bounties/index.ts'
import { bountyOf } from '../ledger/index.ts'
import { logAct, type MoneyLogTables } from '../money-log/index.ts'
import type { ProposalTables } from './tables.ts'

type Tables = ProposalTables & MoneyTables & MoneyLogTables

const reason = 'The money has been refunded.'

/**
 * Cancels a proposed award that its bounty can no longer cover. It could not be confirmed and would block the next one. Runs in the
 * caller's transaction, which locks the fund.
 */
export const endUnpayable = async (tx: Transaction<Tables>, doi: Doi, now: number): Promise<void> => {
  const proposals = tx.$pickTables<keyof ProposalTables>()
  const waiting = await proposals
    .selectFrom('proposals')
    .select(['id', 'amount', 'currency', 'version'])
    .where('doi', '=', doi)
    .where('kind', '=', 'award')
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting === undefined) return
  const left = availableOf(await readAvailable(tx.$pickTables<keyof MoneyTables>(), bountyOf(doi)), waiting.currency)
  if (left >= waiting.amount) return
  const ended = { state: 'rejected', version: waiting.version + 1, decided_by: null, decided_at: now, reason } as const
  await proposals.updateTable('proposals').set(ended).where('id', '=', waiting.id).execute()
  const act = { act: 'reject', actor: 'site', about: waiting.id, doi, why: reason } as const
  const words = `${formatAmount(waiting)} for reports`
  await logAct(tx.$pickTables<keyof MoneyLogTables>(), { ...act, words }, now)
}
