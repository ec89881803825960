import { type Fields, SandboxProblem } from '../problem.ts'
import type { SandboxStore, StripeObject } from '../store.ts'

type ConnectOptions = {
  store: Pick<SandboxStore, 'all' | 'put' | 'get'>
  made: (prefix: string, object: string, fields: Fields) => StripeObject
  changed: (before: StripeObject, fields: Fields) => StripeObject
  find: (kind: string, wanted: string) => StripeObject
  tell: (type: string, object: StripeObject, account?: string) => void
  move: (type: string, amount: number, fee: number, source: string, currency: unknown) => StripeObject
  onboardingUrl: (account: string) => string
}

/** What is at Stripe besides contributions, in minor units of every currency: it pays the fees that are kept of them. */
const ownMoney = 1_000_000

/** Stripe Connect as far as this site uses it: accounts of people who are paid, and transfers to them (https://docs.stripe.com/connect). */
export const createConnect = ({ store, made, changed, find, tell, move, onboardingUrl }: ConnectOptions) => {
  const createAccount = ({ email, metadata }: Fields): StripeObject =>
    made('acct', 'account', {
      type: 'express',
      email: email ?? null,
      metadata: metadata ?? {},
      details_submitted: false,
      payouts_enabled: false,
      charges_enabled: false,
      capabilities: { transfers: 'inactive' },
      return_url: null,
    })

  const linkAccount = ({ account, return_url, refresh_url }: Fields): StripeObject => {
    const found = find('account', String(account))
    for (const url of [return_url, refresh_url])
      if (!URL.canParse(String(url))) throw new SandboxProblem(400, 'Not a valid URL', 'url_invalid')
    changed(found, { return_url })
    return { id: '', object: 'account_link', created: found.created, url: onboardingUrl(found.id) }
  }

  /** Somebody has said what Stripe needs; or what they said will not do. */
  const finishOnboarding = (account: string, isEnough: boolean) => {
    const done = changed(find('account', account), {
      details_submitted: true,
      payouts_enabled: isEnough,
      capabilities: { transfers: isEnough ? 'active' : 'inactive' },
    })
    tell('account.updated', done, account)
  }

  const balanceOf = (currency: unknown): number =>
    store
      .all('balance_transaction')
      .reduce((sum, { net, currency: of }) => sum + (of === currency ? Number(net) : 0), 0)

  /** The money at Stripe that is not contributions': there, or taken elsewhere. */
  const setOwnMoney = (amount: number) => store.put({ id: 'own_money', object: 'own_money', created: 0, amount })

  const transfer = ({ amount, currency, destination, metadata, transfer_group }: Fields): StripeObject => {
    const wanted = Number(amount)
    if (!Number.isInteger(wanted) || wanted < 1) throw new SandboxProblem(400, 'Invalid integer: amount')
    const account = store.get(String(destination))
    if (account?.object !== 'account')
      throw new SandboxProblem(400, `No such destination: '${destination}'`, 'resource_missing')
    if ((account.capabilities as Fields).transfers !== 'active')
      throw new SandboxProblem(
        400,
        'Your destination account needs to have at least one of the following capabilities enabled: transfers',
        'insufficient_capabilities_for_transfer',
      )
    if (balanceOf(currency) + Number(store.get('own_money')?.amount ?? ownMoney) < wanted)
      throw new SandboxProblem(
        400,
        'You have insufficient available funds in your Stripe account.',
        'balance_insufficient',
      )
    const begun = made('tr', 'transfer', {
      amount: wanted,
      amount_reversed: 0,
      reversed: false,
      currency,
      destination,
      metadata: metadata ?? {},
      transfer_group: transfer_group ?? null,
    })
    const kept = changed(begun, { balance_transaction: move('transfer', -wanted, 0, begun.id, currency).id })
    tell('transfer.created', kept)
    return kept
  }

  /** What was sent comes back, or a part of it. */
  const reverse = (wanted: string, { amount }: Fields = {}): StripeObject => {
    const found = find('transfer', wanted)
    const left = Number(found.amount) - Number(found.amount_reversed)
    const back = amount === undefined ? left : Number(amount)
    if (!Number.isInteger(back) || back < 1 || back > left)
      throw new SandboxProblem(400, 'Reversal amount is greater than what is left of the transfer.')
    const reversal = made('trr', 'transfer_reversal', { amount: back, currency: found.currency, transfer: found.id })
    move('transfer_refund', back, 0, reversal.id, found.currency)
    const amount_reversed = Number(found.amount_reversed) + back
    tell('transfer.reversed', changed(found, { amount_reversed, reversed: amount_reversed === found.amount }))
    return reversal
  }

  /** The bank of somebody who is paid takes, or does not take, what Stripe sends on to it. */
  const payBank = (account: string, takes: boolean) => {
    const of = find('account', account)
    const payout = made('po', 'payout', {
      amount: 100,
      currency: 'usd',
      status: takes ? 'paid' : 'failed',
      failure_code: takes ? null : 'account_closed',
      failure_message: takes ? null : 'The bank account has been closed.',
      metadata: {},
    })
    tell(takes ? 'payout.paid' : 'payout.failed', payout, of.id)
  }

  return { createAccount, linkAccount, finishOnboarding, setOwnMoney, transfer, reverse, payBank }
}
