import { type Fields, SandboxProblem } from '../problem.ts'
import type { StripeObject } from '../store.ts'
import type { Objects } from './objects.ts'

/** Stripe Connect accounts of payees (https://docs.stripe.com/connect). `onboardingUrl`: their onboarding page. */
export const createAccounts = ({ add, change, find, tell }: Objects, onboardingUrl: (account: string) => string) => {
  const createAccount = ({ email, metadata }: Fields): StripeObject =>
    add('acct', 'account', {
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
    change(found, { return_url })
    return { id: '', object: 'account_link', created: found.created, url: onboardingUrl(found.id) }
  }

  /** Completes a payee's onboarding. `isEnough`: they can be paid now. */
  const finishOnboarding = (account: string, isEnough: boolean): void => {
    const done = change(find('account', account), {
      details_submitted: true,
      payouts_enabled: isEnough,
      capabilities: { transfers: isEnough ? 'active' : 'inactive' },
    })
    tell('account.updated', done, account)
  }

  /** Pays out to a payee's bank, which accepts or rejects the money. */
  const payBank = (account: string, takes: boolean): void => {
    const { id } = find('account', account)
    const payout = add('po', 'payout', {
      amount: 100,
      currency: 'usd',
      status: takes ? 'paid' : 'failed',
      failure_code: takes ? null : 'account_closed',
      failure_message: takes ? null : 'The bank account has been closed.',
      metadata: {},
    })
    tell(takes ? 'payout.paid' : 'payout.failed', payout, id)
  }

  return { createAccount, linkAccount, finishOnboarding, payBank }
}
