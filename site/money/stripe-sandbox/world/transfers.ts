import { type Fields, SandboxProblem } from '../pages.ts'
import type { StripeObject } from '../store.ts'
import type { Objects } from './objects.ts'

/** Stripe balance apart from contributions, in minor units of every currency. It covers Stripe's fees. */
const ownMoney = 1_000_000

/** Validates a transfer. `balance`: the Stripe balance, in minor units. @throws SandboxProblem with Stripe's error */
export const requireTransferable = (amount: number, account: StripeObject, balance: number): void => {
  if (!Number.isInteger(amount) || amount < 1) throw new SandboxProblem(400, 'Invalid integer: amount')
  if ((account.capabilities as Fields).transfers !== 'active')
    throw new SandboxProblem(
      400,
      'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      'insufficient_capabilities_for_transfer',
    )
  if (balance < amount)
    throw new SandboxProblem(
      400,
      'You have insufficient available funds in your Stripe account.',
      'balance_insufficient',
    )
}

/** Returns the reversal amount: the remainder of the transfer unless less is requested. @throws SandboxProblem if more is requested */
export const reversedAmount = (transfer: StripeObject, asked: unknown): number => {
  const left = Number(transfer.amount) - Number(transfer.amount_reversed)
  const amount = asked === undefined ? left : Number(asked)
  if (!Number.isInteger(amount) || amount < 1 || amount > left)
    throw new SandboxProblem(400, 'Reversal amount is greater than what is left of the transfer.')
  return amount
}

/** Transfers to payees' accounts (https://docs.stripe.com/api/transfers). */
export const createTransfers = ({ add, change, find, tell, move, all, get, put }: Objects) => {
  const balanceIn = (currency: unknown): number =>
    all('balance_transaction').reduce((sum, move) => sum + (move.currency === currency ? Number(move.net) : 0), 0) +
    Number(get('own_money')?.amount ?? ownMoney)

  /** Sets how much money there is at Stripe apart from contributions. */
  const setOwnMoney = (amount: number): void => put({ id: 'own_money', object: 'own_money', created: 0, amount })

  const transfer = ({ amount: asked, currency, destination, metadata, transfer_group }: Fields): StripeObject => {
    const amount = Number(asked)
    const account = get(String(destination))
    if (account?.object !== 'account')
      throw new SandboxProblem(400, `No such destination: '${String(destination)}'`, 'resource_missing')
    requireTransferable(amount, account, balanceIn(currency))
    const begun = add('tr', 'transfer', {
      amount,
      amount_reversed: 0,
      reversed: false,
      currency,
      destination,
      metadata: metadata ?? {},
      transfer_group: transfer_group ?? null,
    })
    const kept = change(begun, { balance_transaction: move('transfer', -amount, 0, begun.id, currency).id })
    tell('transfer.created', kept)
    return kept
  }

  /** A transfer, or a part of it, comes back. */
  const reverse = (id: string, { amount: asked }: Fields = {}): StripeObject => {
    const found = find('transfer', id)
    const amount = reversedAmount(found, asked)
    const reversal = add('trr', 'transfer_reversal', { amount, currency: found.currency, transfer: found.id })
    move('transfer_refund', amount, 0, reversal.id, found.currency)
    const amount_reversed = Number(found.amount_reversed) + amount
    tell('transfer.reversed', change(found, { amount_reversed, reversed: amount_reversed === found.amount }))
    return reversal
  }

  return { setOwnMoney, transfer, reverse }
}
