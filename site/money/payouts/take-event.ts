import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import type { Stripe } from 'stripe'
import { noteAccount, noteBank } from './payees.ts'
import { readTransfer } from './send-job.ts'
import { noteTransfer, type SettleTables } from './settle.ts'
import type { PayoutTables } from './tables.ts'

/**
 * Processes an event about payouts in the caller's transaction.
 * @returns its object; null for unrelated or unknown ones
 */
export const takePayoutEvent = async (
  tx: Transaction<SettleTables>,
  event: Stripe.Event,
  now: number,
): Promise<string | null> => {
  const at = event.created * 1_000
  const payees = tx.$pickTables<keyof (PayoutTables & OutboxTables)>()
  switch (event.type) {
    case 'transfer.created':
    case 'transfer.updated':
    case 'transfer.reversed': {
      const transfer = readTransfer(event.data.object)
      return transfer !== null && (await noteTransfer(tx, transfer, now)) ? transfer.id : null
    }
    case 'account.updated': {
      const { id, metadata, capabilities, payouts_enabled } = event.data.object
      const ready = payouts_enabled && capabilities?.transfers === 'active'
      return (await noteAccount(payees, { id, payee: metadata?.payee ?? null, ready, at }, now)) ? id : null
    }
    case 'account.application.deauthorized': {
      const account = event.account ?? ''
      return (await noteAccount(payees, { id: account, payee: null, ready: false, at }, now)) ? account : null
    }
    case 'payout.failed':
    case 'payout.paid': {
      // Of our own account, these are about our own bank.
      if (event.account === undefined) return null
      const { failure_message, failure_code } = event.data.object
      const problem = event.type === 'payout.paid' ? null : (failure_message ?? failure_code ?? 'no reason given')
      return (await noteBank(payees, { account: event.account, problem }, now)) ? event.account : null
    }
    default:
      return null
  }
}
