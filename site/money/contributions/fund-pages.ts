import { type HttpContext, type HttpProblem, withHeadersOf } from '@corroborate/server-kit/http'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Kysely } from 'kysely'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import type { NamePaper, ReadSummaries } from '../../paper/papers/index.ts'
import { doiOfFund, type Fund, type LedgerTables } from '../ledger/index.ts'
import type { StripeAccess } from '../stripe/index.ts'
import { closed } from './begin-from-form.ts'
import { contributePage } from './contribute-page.ts'
import type { ContributionBody } from './contribution-body.ts'
import { newForm } from './form.ts'
import { type ContributePageModel, type ContributionFormModel, thanksText } from './model.ts'
import { poolPage } from './pool-page.ts'
import { readShownFund } from './read-shown.ts'
import { type ContributionTables, findBySession } from './store.ts'

type FormOptions = { settings: Pick<Settings, 'stripe' | 'production' | 'contributions'>; stripe: StripeAccess | null }

export type FundPagesOptions = FormOptions & {
  db: Kysely<ContributionTables & LedgerTables>
  pages: Pick<Pages, 'show'>
  namePaper: NamePaper
}

/** Stripe's ids of checkout sessions. */
export const isSessionId = (text: string): boolean => /^cs_[A-Za-z0-9_]{1,250}$/.test(text)

export const actionOf = (fund: Fund): string => {
  const doi = doiOfFund(fund)
  return doi === null ? paths.contributeToPool : paths.contribute(doi)
}

/** Returns a fund's form. @throws HttpProblem 404 if contributions are disabled */
export const formFor = ({ settings, stripe }: FormOptions, fund: Fund): ContributionFormModel => {
  const form = stripe === null ? null : newForm(settings, actionOf(fund))
  if (form === null) throw closed()
  return form
}

/** Returns the known papers that an editorial notice is about; null for an ordinary paper. */
export const readNoticed = async (summaries: ReadSummaries, doi: Doi): Promise<ContributePageModel['about'] | null> => {
  const status = (await summaries([doi])).get(doi)?.status
  if (status?.kind !== 'notice') return null
  const { papers } = status.announces ?? { papers: [] }
  return papers.map(({ doi: of, title }) => ({ title: title ?? of, href: paths.contribute(storedDoi(of)) }))
}

/** The pages on which people contribute: that of a paper's bounty, and the pool. */
export const createFundPages = (options: FundPagesOptions) => {
  const { db, settings, pages, namePaper } = options

  const showContribute = async (
    c: HttpContext,
    doi: Doi,
    shown: Pick<ContributePageModel, 'form' | 'about'>,
    status: number,
  ): Promise<Response> => {
    const { title, href } = await namePaper(c, doi)
    return pages.show(c, contributePage, { paper: { doi, title: title ?? doi, href }, ...shown }, status)
  }

  const showPaper = (c: HttpContext, doi: Doi, form: ContributionFormModel, status = 200) =>
    showContribute(c, doi, { form, about: [] }, status)

  const showNotice = (c: HttpContext, doi: Doi, about: ContributePageModel['about'], status: 200 | 409) =>
    showContribute(c, doi, { form: null, about }, status)

  const showPool = async (c: HttpContext, form: ContributionFormModel | null, status = 200): Promise<Response> => {
    const fund = await readShownFund(db, 'pool', settings.contributions.currency)
    const thanks = await readThanks(db, c.req.query('session_id'))
    return pages.show(
      c,
      poolPage,
      { ...fund, form, books: paths.books({ pool: true }), sessionDetails: paths.sessionDetails, thanks },
      status,
    )
  }

  const showAgain = async (c: HttpContext, fund: Fund, draft: ContributionBody, problem: HttpProblem) => {
    const form = { ...formFor(options, fund), draft, problem: problem.message }
    const doi = doiOfFund(fund)
    const { status } = problem
    return withHeadersOf(problem, await (doi === null ? showPool(c, form, status) : showPaper(c, doi, form, status)))
  }

  return { showPaper, showNotice, showPool, showAgain }
}

/** Returns the thanks for a pool payment after the checkout; null for anything else, and after a refund. */
const readThanks = async (
  db: Kysely<ContributionTables & LedgerTables>,
  session: string | undefined,
): Promise<{ text: string } | null> => {
  if (session === undefined) return null
  const found = await findBySession(db.$pickTables<keyof ContributionTables>(), session)
  if (found?.fund !== 'pool' || found.paid_currency === null || found.refunded >= found.paid_amount) return null
  return { text: thanksText({ amount: found.paid_amount, currency: found.paid_currency }) }
}
