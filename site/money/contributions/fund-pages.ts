import { prepareStatement } from '@corroborate/server-kit/database'
import { type HttpContext, type HttpProblem, withHeadersOf } from '@corroborate/server-kit/http'
import type { Settings } from '@corroborate/server-kit/settings'
import { type Kysely, sql } from 'kysely'
import { formatAmount, unitsIn } from '../../kit/amounts/format.ts'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { NamePaper, ReadSummaries } from '../../paper/papers/index.ts'
import { doiOfFund, type Fund } from '../ledger/accounts.ts'
import { type LedgerTables, readFund } from '../ledger/store.ts'
import type { StripeAccess } from '../stripe/open-stripe.ts'
import { type ContributionBody, closed } from './begin-from-form.ts'
import type { ContributePage } from './ContributePage.tsx'
import { fundText } from './fund-text.ts'
import {
  type ContributePageModel,
  type ContributionFormModel,
  type PoolPageModel,
  type ShownContribution,
  thanksText,
} from './model.ts'
import type { PoolPage } from './PoolPage.tsx'
import { type ContributionTables, findBySession } from './store.ts'

export const contributePage = definePage({
  name: 'contribute',
  component: markup<typeof ContributePage>('money/contributions/ContributePage.tsx'),
  head: ({ paper, form }: ContributePageModel, origin) => ({
    title: `${form === null ? `${paper.title} has no bounty` : `Contribute to the bounty of ${paper.title}`} · Corroborate`,
    canonical: `${origin}${paths.contribute(storedDoi(paper.doi))}`,
    meta: noIndex,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_100,
})

/** True if contributions are enabled: by Stripe, or outside production by the sandbox. */
export const isOpen = ({ stripe, production }: Pick<Settings, 'stripe' | 'production'>): boolean =>
  stripe !== null || !production

/** Returns an empty form with the second suggested amount selected; null if contributions are disabled. */
export const newForm = (
  settings: Pick<Settings, 'stripe' | 'production' | 'contributions'>,
  action: string,
): ContributionFormModel | null => {
  if (!isOpen(settings)) return null
  const { currency, suggested, least, most } = settings.contributions
  const inWords = (whole: number) => formatAmount({ amount: whole * unitsIn(currency), currency })
  const amount = String(suggested[1] ?? suggested[0])
  return {
    action,
    rule: `${paths.about}#money`,
    suggested: suggested.map(whole => ({ whole, text: inWords(whole) })),
    range: `${inWords(least)} to ${inWords(most)}`,
    isSandbox: settings.stripe === null,
    draft: { amount, own: '', name: '', message: '' },
    problem: null,
  }
}

export const poolPage = definePage({
  name: 'pool',
  component: markup<typeof PoolPage>('money/contributions/PoolPage.tsx'),
  head: (_: PoolPageModel, origin) => ({
    title: 'The pool for reproductions · Corroborate',
    description:
      'The pool funds reproductions of papers without a bounty of their own: its balance and how it is used.',
    canonical: `${origin}${paths.pool}`,
  }),
  islands: 'money/contributions/islands.tsx',
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_600,
  islandBudget: 2_500,
})

/** So many contributors are named on a page. */
const mostShown = 5

/** Returns a fund's balance, number of contributors, and those who chose to be listed. `currency`: the site's own. */
export const readShownFund = async (db: Kysely<ContributionTables & LedgerTables>, fund: Fund, currency: string) => {
  const contributions = db.$pickTables<keyof ContributionTables>()
  const [total, [counted], rows] = await Promise.all([
    readFund(db.$pickTables<keyof LedgerTables>(), fund),
    countPeople(contributions, fund),
    readPublic(contributions, fund, mostShown),
  ])
  const shown = rows.map(
    ({ name, message, paid_amount: amount, paid_currency: currency, paid_at }): ShownContribution => ({
      name,
      message,
      text: formatAmount({ amount, currency: currency ?? 'usd' }),
      day: formatDay(paid_at ?? 0),
    }),
  )
  return { total, totalText: fundText(total, currency), currency, people: Number(counted?.people ?? 0), shown }
}

const paidTo = (db: Kysely<ContributionTables>, fund: Fund) =>
  db.selectFrom('contributions').where('fund', '=', fund).where('state', '=', 'paid')

const countPeople = prepareStatement((db: Kysely<ContributionTables>, fund: Fund) =>
  paidTo(db, fund)
    // Contributors with deleted accounts are indistinguishable, so each contribution counts as one person.
    .select(sql<number>`count(distinct coalesce(giver, id))`.as('people'))
    .where(({ eb, ref }) => eb(sql`${ref('refunded')} + ${ref('disputed')}`, '<', ref('paid_amount'))),
)

const readPublic = prepareStatement((db: Kysely<ContributionTables>, fund: Fund, limit: number) =>
  paidTo(db, fund)
    .select(['name', 'message', 'paid_amount', 'paid_currency', 'paid_at'])
    .where('public_at', 'is not', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id')
    .limit(limit),
)

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
