import { addressOf, type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { type Amount, inWholeUnits } from '../../kit/amounts/format.ts'
import { paths } from '../../kit/doi/index.ts'
import type { Handler } from '../../kit/feature/index.ts'
import type { DoiHandler } from '../../kit/http/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { bountyOf, doiOfFund, type Fund } from '../ledger/accounts.ts'
import { type LedgerTables, readFund } from '../ledger/store.ts'
import { askingStripe } from '../stripe/asking-stripe.ts'
import { type StripeAccess, whileClaimed } from '../stripe/open-stripe.ts'
import { type BeginOptions, beginFromForm, closed, contributionBody } from './begin-from-form.ts'
import {
  actionOf,
  createFundPages,
  type FundPagesOptions,
  formFor,
  isSessionId,
  newForm,
  readNoticed,
} from './fund-pages.ts'
import { noticeError, type SessionDetails } from './model.ts'
import { type Contribution, type ContributionTables, findBySession } from './store.ts'

type Sources = { db: Kysely<ContributionTables & LedgerTables>; stripe: StripeAccess }

/**
 * Returns the state of one of our checkout sessions: as booked or, if the webhook may be pending, as fetched from Stripe. Books nothing.
 * Null for an unknown session.
 * @throws errors of Stripe's SDK if Stripe has to be queried and is unavailable
 */
export const readSession = async ({ db, stripe }: Sources, session: string): Promise<SessionDetails | null> => {
  const contribution = await findBySession(db, session)
  if (contribution === null) return null
  const told = hasEnded(contribution)
    ? ourWord(contribution)
    : await theirWord(await stripe.api(), contribution, session)
  const total = told.status === 'success' ? await totalWith({ db, stripe }, contribution, told.money) : null
  return {
    status: told.status,
    amount: inWholeUnits(told.money),
    currency: told.money.currency,
    doi: doiOfFund(contribution.fund),
    total,
  }
}

type Told = { status: SessionDetails['status']; money: Amount }

const hasEnded = ({ state }: Contribution): boolean => state === 'paid' || state === 'failed' || state === 'expired'

const ourWord = ({ state, amount, currency, paid_amount, paid_currency }: Contribution): Told =>
  state === 'paid' && paid_currency !== null
    ? { status: 'success', money: { amount: paid_amount, currency: paid_currency } }
    : { status: state === 'failed' ? 'failed' : 'expired', money: { amount, currency } }

const theirWord = async (
  api: Awaited<ReturnType<StripeAccess['api']>>,
  { amount, currency }: Contribution,
  id: string,
): Promise<Told> => {
  const session = await api.checkout.sessions.retrieve(id, {}, whileClaimed)
  const money = { amount: session.amount_total ?? amount, currency: session.currency?.toLowerCase() ?? currency }
  if (session.payment_status === 'paid') return { status: 'success', money }
  if (session.status === 'expired') return { status: 'expired', money }
  return { status: session.status === 'complete' ? 'processing' : 'open', money }
}

/** Returns the fund's balance including this contribution, booked or not. */
const totalWith = async ({ db }: Sources, { fund, state }: Contribution, money: Amount): Promise<Amount[]> => {
  const total = await readFund(db.$pickTables<keyof LedgerTables>(), fund)
  if (state === 'paid') return total
  const others = total.filter(({ currency }) => currency !== money.currency)
  const same = total.find(({ currency }) => currency === money.currency)?.amount ?? 0
  return [...others, { ...money, amount: same + money.amount }].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

export type ContributionLimits = 'contribute' | 'sessionDetails'

type CallsOptions = BeginOptions &
  FundPagesOptions & {
    limits: Pick<Limits<ContributionLimits>, 'require'>
    summaries: ReadSummaries
  }

/** `/{doi}/contribute`, `/pool`, `/pool/contribute` and `/get-session-details` (SPEC §2, §7). */
export const createContributionCalls = (options: CallsOptions) => {
  const { stripe, summaries } = options
  const pages = createFundPages(options)

  const page: DoiHandler = async (c, doi) => {
    const form = formFor(options, bountyOf(doi))
    const about = await readNoticed(summaries, doi)
    return about === null ? pages.showPaper(c, doi, form) : pages.showNotice(c, doi, about, 200)
  }

  const pool: Handler = c => pages.showPool(c, stripe === null ? null : newForm(options.settings, actionOf('pool')))

  const contribute = async (c: HttpContext, fund: Fund): Promise<Response> => {
    const body = await readBody(c, contributionBody)
    const byForm = isFormPost(c) && wantsPage(c)
    try {
      const { id, url } = await beginFromForm(options, c, fund, body)
      if (byForm) return c.redirect(url, 303)
      c.header('Cache-Control', 'no-store')
      return c.json({ id, url })
    } catch (problem) {
      if (!byForm || !(problem instanceof HttpProblem)) throw problem
      return pages.showAgain(c, fund, body, problem)
    }
  }

  const contributeToBounty: DoiHandler = async (c, doi) => {
    const about = stripe === null ? null : await readNoticed(summaries, doi)
    if (about === null) return contribute(c, bountyOf(doi))
    if (isFormPost(c) && wantsPage(c)) return pages.showNotice(c, doi, about, 409)
    const instead = [...about.map(({ href }) => href), paths.contributeToPool]
    throw new HttpProblem(409, `${noticeError} ${instead.join(' ')}`)
  }

  const contributeToPool: Handler = c => contribute(c, 'pool')

  const sessionDetails: Handler = c => sayDetails(options, c)

  return { page, pool, contributeToBounty, contributeToPool, sessionDetails }
}

/** Returns a payment's status for the page after the checkout. Books nothing. */
const sayDetails = async ({ db, stripe, limits }: CallsOptions, c: HttpContext): Promise<Response> => {
  c.header('Cache-Control', 'no-store')
  const id = c.req.query('session_id') ?? ''
  if (!isSessionId(id)) throw new HttpProblem(400, 'session_id is not the id of a checkout session.')
  await limits.require('sessionDetails', { address: addressOf(c) })
  if (stripe === null) throw closed()
  const funds = db.$pickTables<keyof (ContributionTables & LedgerTables)>()
  const details = await askingStripe(c, notRead, () => readSession({ db: funds, stripe }, id))
  if (details === null) throw new HttpProblem(404, 'Payment not found.')
  return c.json(details)
}

const notRead = {
  log: 'a checkout session could not be read',
  sentence: 'The payment service is not responding. Try again in a moment.',
}
