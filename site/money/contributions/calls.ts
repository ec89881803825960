import {
  addressOf,
  type HttpContext,
  HttpProblem,
  isFormPost,
  logOf,
  readBody,
  wantsPage,
} from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Kysely } from 'kysely'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { Handler } from '../../kit/feature/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import { localeOf } from '../../kit/locales/index.ts'
import type { People } from '../../kit/people/index.ts'
import type { NamePaper, ReadSummaries } from '../../paper/papers/index.ts'
import { type ModerationTables, requireMayWrite } from '../../readers/moderation/index.ts'
import { bountyOf, doiOfFund, type Fund, type LedgerTables } from '../ledger/index.ts'
import { isOfStripe, type StripeAccess } from '../stripe/index.ts'
import { beginContribution } from './begin-contribution.ts'
import { contributePage } from './contribute-page.ts'
import { type ContributionBody, contributionBody, readContribution } from './contribution-body.ts'
import { newForm } from './form.ts'
import { type ContributePageModel, type ContributionFormModel, refusalOfNotice, thanksText } from './model.ts'
import { poolPage } from './pool-page.ts'
import { readSession } from './read-session.ts'
import { readShownFund } from './read-shown.ts'
import { type ContributionTables, findBySession } from './store.ts'

export type ContributionLimits = 'contribute' | 'sessionDetails'

type CallsOptions = {
  db: Kysely<ContributionTables & LedgerTables & ModerationTables>
  settings: Pick<Settings, 'stripe' | 'production' | 'contributions' | 'site'>
  /** Null where nobody can contribute. */
  stripe: StripeAccess | null
  people: Pick<People, 'known' | 'recognised'>
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<ContributionLimits>, 'require'>
  namePaper: NamePaper
  summaries: ReadSummaries
  now: () => number
}

const closed = (): HttpProblem =>
  new HttpProblem(404, 'Nobody can contribute here yet: whoever runs this site has not set up payments.')

/** Stripe's ids of checkout sessions. */
const sessionForm = /^cs_[A-Za-z0-9_]{1,250}$/

/** `/{doi}/contribute`, `/pool`, `/pool/contribute` and `/get-session-details` (SPEC §2, §7). */
export const createContributionCalls = (options: CallsOptions) => {
  const { db, settings, stripe, people, pages, limits, namePaper, summaries, now } = options
  const funds = db.$pickTables<keyof (ContributionTables & LedgerTables)>()
  const contributions = db.$pickTables<keyof ContributionTables>()

  /** The form of a fund. @throws HttpProblem 404 where nobody can contribute */
  const formFor = (fund: Fund): ContributionFormModel => {
    const form = stripe === null ? null : newForm(settings, actionOf(fund))
    if (form === null) throw closed()
    return form
  }

  const showPaper = async (c: HttpContext, doi: Doi, form: ContributionFormModel, status = 200) => {
    const { title, href } = await namePaper(c, doi)
    return pages.show(c, contributePage, { paper: { doi, title: title ?? doi, href }, form, about: [] }, status)
  }

  /** The papers that a notice is about, as far as anybody knows; null for a paper. */
  const noticeAbout = async (doi: Doi): Promise<ContributePageModel['about'] | null> => {
    const status = (await summaries([doi])).get(doi)?.status
    if (status?.kind !== 'notice') return null
    const { papers } = status.announces ?? { papers: [] }
    return papers.map(({ doi: of, title }) => ({ title: title ?? of, href: paths.contribute(storedDoi(of)) }))
  }

  const showNotice = async (c: HttpContext, doi: Doi, about: ContributePageModel['about'], status: 200 | 409) => {
    const { title, href } = await namePaper(c, doi)
    return pages.show(c, contributePage, { paper: { doi, title: title ?? doi, href }, form: null, about }, status)
  }

  const showPool = async (c: HttpContext, form: ContributionFormModel | null, status = 200) => {
    const fund = await readShownFund(funds, 'pool')
    const thanks = await thanksOf(c.req.query('session_id'))
    const { currency } = settings.contributions
    return pages.show(c, poolPage, { ...fund, currency, form, books: paths.books({ pool: true }), thanks }, status)
  }

  const thanksOf = async (session: string | undefined): Promise<{ text: string } | null> => {
    if (session === undefined || !sessionForm.test(session)) return null
    const found = await findBySession(contributions, session)
    if (found === null || found.fund !== 'pool' || found.paid_currency === null || found.refunded >= found.paid_amount)
      return null
    return { text: thanksText({ amount: found.paid_amount, currency: found.paid_currency }) }
  }

  const page: DoiHandler = async (c, doi) => {
    const form = formFor(bountyOf(doi))
    const about = await noticeAbout(doi)
    return about === null ? showPaper(c, doi, form) : showNotice(c, doi, about, 200)
  }
  const pool: Handler = c => showPool(c, stripe === null ? null : newForm(settings, actionOf('pool')))

  const contribute = async (c: HttpContext, fund: Fund): Promise<Response> => {
    const body = await readBody(c, contributionBody)
    const byForm = isFormPost(c) && wantsPage(c)
    try {
      const { id, url } = await begin(c, fund, body)
      if (byForm) return c.redirect(url, 303)
      c.header('Cache-Control', 'no-store')
      return c.json({ id, url })
    } catch (problem) {
      if (!byForm || !(problem instanceof HttpProblem) || problem.status === 404) throw problem
      return showAgain(c, fund, body, problem)
    }
  }

  /** What was typed is still there, beside what to do. */
  const showAgain = async (c: HttpContext, fund: Fund, draft: ContributionBody, problem: HttpProblem) => {
    const form = { ...formFor(fund), draft, problem: problem.message }
    const doi = doiOfFund(fund)
    const { status, headers } = problem
    const answer = doi === null ? await showPool(c, form, status) : await showPaper(c, doi, form, status)
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
    return answer
  }

  const begin = async (c: HttpContext, fund: Fund, body: ContributionBody) => {
    if (stripe === null) throw closed()
    const read = readContribution(body, settings.contributions)
    if (read.kind === 'problem') throw new HttpProblem(400, read.sentence, { kind: 'invalid-input' })
    const { money, name, message } = read
    if (name !== null || message !== null)
      await requireMayWrite(db.$pickTables<keyof ModerationTables>(), people.known(c))
    await limits.require('contribute', { address: addressOf(c) })
    const giver = people.recognised(c).key
    const doi = doiOfFund(fund)
    const title = doi === null ? 'The pool for reproductions' : `Bounty: ${(await namePaper(c, doi)).title ?? doi}`
    const back = `${settings.site.origin}${doi === null ? paths.pool : paths.paper(doi)}`
    const locale = localeOf(c.req.header('Accept-Language'))
    const success = `${back}?session_id={CHECKOUT_SESSION_ID}`
    const cancel = `${back}?contribution=cancelled`
    try {
      return await beginContribution(
        contributions,
        stripe,
        { fund, giver, money, name, message, locale, title, success, cancel },
        now(),
      )
    } catch (error) {
      if (!isOfStripe(error)) throw error
      logOf(c).warn({ err: error }, 'Stripe gave no checkout session')
      throw new HttpProblem(
        503,
        'The payment service does not answer just now. No money has moved: try again in a moment.',
        {
          retryAfter: 10,
          cause: error,
        },
      )
    }
  }

  /** What has come of a payment: for the page that somebody comes back to, and nothing is booked by it. */
  const sessionDetails: Handler = async c => {
    c.header('Cache-Control', 'no-store')
    const id = c.req.query('session_id') ?? ''
    if (!sessionForm.test(id)) throw new HttpProblem(400, 'session_id is not the id of a checkout session.')
    await limits.require('sessionDetails', { address: addressOf(c) })
    if (stripe === null) throw closed()
    try {
      const details = await readSession({ db: funds, stripe }, id)
      if (details === null) throw new HttpProblem(404, 'There is no such payment here.')
      return c.json(details)
    } catch (error) {
      if (!isOfStripe(error)) throw error
      logOf(c).warn({ err: error }, 'a checkout session could not be read')
      throw new HttpProblem(503, 'The payment service does not answer just now: try again in a moment.', {
        retryAfter: 10,
      })
    }
  }

  const contributeToBounty: DoiHandler = async (c, doi) => {
    const about = stripe === null ? null : await noticeAbout(doi)
    if (about === null) return contribute(c, bountyOf(doi))
    if (isFormPost(c) && wantsPage(c)) return showNotice(c, doi, about, 409)
    throw new HttpProblem(
      409,
      `${refusalOfNotice} ${[...about.map(({ href }) => href), paths.contributeToPool].join(' ')}`,
    )
  }
  const contributeToPool: Handler = c => contribute(c, 'pool')
  return { page, pool, contributeToBounty, contributeToPool, sessionDetails }
}

const actionOf = (fund: Fund): string => {
  const doi = doiOfFund(fund)
  return doi === null ? paths.contributeToPool : paths.contribute(doi)
}
