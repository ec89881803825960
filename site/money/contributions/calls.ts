import { addressOf, type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { paths } from '../../kit/doi/index.ts'
import type { Handler } from '../../kit/feature/index.ts'
import type { DoiHandler } from '../../kit/http/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { bountyOf, type Fund, type LedgerTables } from '../ledger/index.ts'
import { askingStripe } from '../stripe/index.ts'
import { type BeginOptions, beginFromForm, closed } from './begin-from-form.ts'
import { contributionBody } from './contribution-body.ts'
import { newForm } from './form.ts'
import { actionOf, createFundPages, type FundPagesOptions, formFor, isSessionId, readNoticed } from './fund-pages.ts'
import { refusalOfNotice } from './model.ts'
import { readSession } from './read-session.ts'
import type { ContributionTables } from './store.ts'

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
    throw new HttpProblem(409, `${refusalOfNotice} ${instead.join(' ')}`)
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
