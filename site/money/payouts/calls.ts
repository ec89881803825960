import { runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { cleanText } from '@corroborate/wire/written-text'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { paths } from '../../kit/doi/index.ts'
import type { Handler } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { localeOf } from '../../kit/locales/index.ts'
import type { Account, People } from '../../kit/people/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { askingStripe, type StripeAccess } from '../stripe/index.ts'
import { awardsPage } from './awards-page.ts'
import type { GroundTables } from './ground.ts'
import type { AwardsPageModel } from './model.ts'
import { onboard, payByHand } from './payees.ts'
import { awardsOf, readAwards } from './read-awards.ts'
import { type SettleTables, withdrawPayout } from './settle.ts'
import type { PayoutTables } from './tables.ts'

export type PayoutLimit = 'howPaid'

type CallsOptions = {
  db: Kysely<SettleTables>
  stripe: StripeAccess | null
  people: Pick<People, 'account' | 'session'>
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<PayoutLimit>, 'require'>
  summaries: ReadSummaries
  origin: string
  now: () => number
}

const detailsBody = z.object({ details: z.string().max(1_000, { error: 'at most 1000 characters' }) })

const notices: Readonly<Record<string, string>> = {
  back: 'Stripe is verifying your details. Reload in a moment to see the result.',
  again: 'That link has expired. Start again below.',
  saved: 'Payout method saved.',
  declined: 'The money is back in the bounty. Thank you.',
}

const noAccount = {
  log: 'Stripe created no account for a reporter',
  sentence: 'Stripe is not responding. Try again in a moment, or choose a manual payout.',
}

/** `/dashboard/awards`: where a reporter's awards stand, and how they are paid. All of it is the person's own. */
export const createPayoutCalls = (options: CallsOptions) => {
  const { db, stripe, people, pages, limits, summaries, origin, now } = options
  const payouts = db.$pickTables<keyof PayoutTables>()

  const page: Handler = async c => {
    if (people.session(c) === 'nobody' && wantsPage(c)) return c.redirect(paths.login(paths.awards), 303)
    const said = c.req.query('stripe') ?? c.req.query('done') ?? ''
    return show(c, people.account(c), { notice: notices[said] ?? null, problem: null })
  }

  const show = async (
    c: HttpContext,
    account: Account,
    said: Pick<AwardsPageModel, 'notice' | 'problem'>,
    status: 200 | 400 = 200,
  ) => {
    const model = {
      ...(await readAwards(
        { db: db.$pickTables<keyof (PayoutTables & GroundTables)>(), stripe, summaries },
        account.key,
      )),
      ...said,
    }
    return pages.show(c, awardsPage, model, status)
  }

  /** Rejects accounts without an award. */
  const requireAward = async (account: Account): Promise<void> => {
    if ((await awardsOf(payouts, account.key)).length === 0) throw new HttpProblem(404, 'You have no awards yet.')
  }

  const byHand: Handler = async c => {
    const account = people.account(c)
    const { details: typed } = await readBody(c, detailsBody)
    await limits.require('howPaid', account.key)
    await requireAward(account)
    const details = cleanText(typed)
    const byForm = isFormPost(c) && wantsPage(c)
    if (details === '') {
      const sentence = 'Enter the payment details the operators need.'
      if (!byForm) throw new HttpProblem(400, sentence, { kind: 'invalid-input' })
      return show(c, account, { notice: null, problem: sentence }, 400)
    }
    await payByHand(payouts, account.key, { details, locale: localeOf(c.req.header('Accept-Language')) }, now())
    return byForm ? c.redirect(`${paths.awards}?done=saved`, 303) : c.json({ way: 'hand' })
  }

  const byStripe: Handler = async c => {
    const account = people.account(c)
    await limits.require('howPaid', account.key)
    await requireAward(account)
    if (stripe === null || !stripe.hasConnect)
      throw new HttpProblem(404, 'Stripe payouts are not available here. Choose a manual payout.')
    const locale = localeOf(c.req.header('Accept-Language'))
    const back = `${origin}${paths.awards}`
    const url = await askingStripe(c, noAccount, () =>
      onboard(account, { db: payouts, stripe, locale, back, now: now() }),
    )
    return isFormPost(c) && wantsPage(c) ? c.redirect(url, 303) : c.json({ url })
  }

  const decline: Handler = async c => {
    const account = people.account(c)
    await limits.require('howPaid', account.key)
    const id = c.req.param('payout') ?? ''
    const own = (await awardsOf(payouts, account.key)).some(award => award.id === id)
    if (!own) throw new HttpProblem(404, 'Award not found.')
    const act = { payout: id, actor: account.key, why: 'Declined by the reporter.', act: 'decline' } as const
    const outcome = await runTransaction(db, tx => withdrawPayout(tx, act, now()))
    if (outcome === 'changed') throw new HttpProblem(409, 'This award has already been paid or is being paid.')
    return isFormPost(c) && wantsPage(c)
      ? c.redirect(`${paths.awards}?done=declined`, 303)
      : c.json({ status: 'declined' })
  }

  return { page, byHand, byStripe, decline }
}
