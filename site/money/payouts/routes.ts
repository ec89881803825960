import { runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { localeOf } from '@corroborate/wire/locales'
import { cleanText } from '@corroborate/wire/written-text'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { formatAmount } from '../../kit/amounts/format.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { Handler } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { Account, People } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { askingStripe } from '../stripe/asking-stripe.ts'
import type { StripeAccess } from '../stripe/open-stripe.ts'
import type { AwardsPage } from './AwardsPage.tsx'
import { type GroundTables, readGroundLost } from './ground.ts'
import type { AwardsPageModel, MyAward } from './model.ts'
import { onboard, payByHand, readPayee } from './payees.ts'
import { type SettleTables, withdrawPayout } from './settle.ts'
import type { Payee, Payout, PayoutTables } from './tables.ts'

export const awardsPage = definePage({
  name: 'awards',
  component: markup<typeof AwardsPage>('money/payouts/AwardsPage.tsx'),
  head: (_: AwardsPageModel) => ({ title: 'Your awards · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_100,
})

type Of = Pick<Payout, 'state' | 'way' | 'paid_at' | 'reference' | 'problem' | 'questioned'>

export const formatPayoutStatus = (
  { state, way, paid_at, reference, problem, questioned }: Of,
  payee: Pick<Payee, 'way' | 'ready'> | null,
  hasLostGround: boolean,
): string => {
  if (hasLostGround && (state === 'due' || state === 'stopped'))
    return 'On hold: its report is no longer approved, or your account is blocked. Moderators will review it.'
  if (questioned !== null) return 'On hold: a moderator proposed to withdraw it, and another has to decide.'
  switch (state) {
    case 'paid': {
      const how = way === 'stripe' ? 'by Stripe' : `by hand, ${reference ?? ''}`.replace(/, $/, '')
      return `Paid on ${formatDay(paid_at ?? 0)} ${how}.`
    }
    case 'sending':
      return 'Stripe is sending it.'
    case 'stopped':
      return 'The payment was returned. Check your payout method; the operators will then send it again.'
    case 'withdrawn':
      return problem === null ? 'Returned to the bounty.' : `Withdrawn by two moderators: “${problem}”`
    case 'due':
      if (payee === null || payee.way === null) return 'Awarded. Choose a payout method below.'
      if (payee.way === 'hand') return 'Awarded. The operators will pay it with the details below.'
      return payee.ready === 1 ? 'Awarded. Stripe will send it soon.' : 'Awarded. Finish the payout setup at Stripe.'
  }
}

export type AwardsSources = {
  db: Kysely<PayoutTables & GroundTables>
  /** Null where there are no payments. */
  stripe: StripeAccess | null
  summaries: ReadSummaries
}

const mostShown = 100

/** Returns an account's awards, newest first. */
const awardsOf = (db: Kysely<PayoutTables>, account: string): Promise<Payout[]> =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('reporter', '=', account)
    .orderBy('awarded_at', 'desc')
    .orderBy('id')
    .limit(mostShown)
    .execute()

/** Reads `/dashboard/awards` for an account. */
export const readAwards = async (
  { db, stripe, summaries }: AwardsSources,
  account: string,
): Promise<Omit<AwardsPageModel, 'notice' | 'problem'>> => {
  const [awards, payee] = await Promise.all([
    awardsOf(db.$pickTables<keyof PayoutTables>(), account),
    readPayee(db.$pickTables<keyof PayoutTables>(), account),
  ])
  const lost = await readGroundLost(db.$pickTables<keyof GroundTables>(), awards)
  const titles = await summaries([...new Set(awards.map(({ doi }) => doi as Doi))])
  return {
    awards: awards.map(award => {
      const title = titles.get(award.doi as Doi)?.title ?? award.doi
      return shownAward(award, title, formatPayoutStatus(award, payee, lost.has(award.id)))
    }),
    way: payee?.way ?? null,
    isReady: payee?.ready === 1,
    bankProblem: payee?.bank_problem ?? null,
    details: payee?.details ?? '',
    hasConnect: stripe?.hasConnect ?? false,
    isSandbox: stripe?.isSandbox ?? false,
  }
}

const shownAward = (award: Payout, title: string, standing: string): MyAward => ({
  id: award.id,
  title,
  paper: paths.paper(award.doi as Doi),
  report: paths.report(award.doi as Doi, award.report),
  amount: formatAmount(award),
  day: formatDay(award.awarded_at),
  standing,
  isDue: award.state === 'due' || award.state === 'stopped',
})

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
