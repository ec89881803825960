import { addressOf, type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { localeOf } from '../../kit/locales/index.ts'
import type { People } from '../../kit/people/index.ts'
import type { NamePaper } from '../../paper/papers/index.ts'
import { type ModerationTables, requireMayWrite } from '../../readers/moderation/index.ts'
import { doiOfFund, type Fund } from '../ledger/index.ts'
import { askingStripe, type StripeAccess } from '../stripe/index.ts'
import { beginContribution } from './begin-contribution.ts'
import { type ContributionBody, readContribution } from './contribution-body.ts'
import type { ContributionTables } from './store.ts'

export type BeginOptions = {
  db: Kysely<ContributionTables & ModerationTables & SignInTables>
  settings: Pick<Settings, 'contributions' | 'site'>
  /** Null if contributions are disabled. */
  stripe: StripeAccess | null
  people: Pick<People, 'known' | 'recognised'>
  limits: Pick<Limits<'contribute'>, 'require'>
  namePaper: NamePaper
  now: () => number
}

/** Error response if contributions are disabled. */
export const closed = (): HttpProblem =>
  new HttpProblem(404, 'Contributions are not available yet: the site’s operators have not set up payments.')

/** Return URLs of the checkout: the fund's page, which shows the outcome. */
export const waysBack = (fund: Fund, origin: string): { success: string; cancel: string } => {
  const doi = doiOfFund(fund)
  const page = `${origin}${doi === null ? paths.pool : paths.paper(doi)}`
  return { success: `${page}?session_id={CHECKOUT_SESSION_ID}`, cancel: `${page}?contribution=cancelled` }
}

/**
 * Starts the contribution of a submitted form. @returns its ID and the URL of the checkout
 * @throws HttpProblem 404 if contributions are disabled, 400 for an invalid amount, 401, 403, 429, 503 if Stripe is unavailable
 */
export const beginFromForm = async (
  { db, settings, stripe, people, limits, namePaper, now }: BeginOptions,
  c: HttpContext,
  fund: Fund,
  body: ContributionBody,
): Promise<{ id: string; url: string }> => {
  if (stripe === null) throw closed()
  const read = readContribution(body, settings.contributions)
  if (read.kind === 'problem') throw new HttpProblem(400, read.sentence, { kind: 'invalid-input' })
  const { money, name, message } = read
  if (name !== null || message !== null) await requireMayWrite(db, people.known(c))
  await limits.require('contribute', { address: addressOf(c) })
  const doi = doiOfFund(fund)
  const begin = {
    fund,
    giver: people.recognised(c),
    money,
    name,
    message,
    locale: localeOf(c.req.header('Accept-Language')),
    title: doi === null ? 'The pool for reproductions' : `Bounty: ${(await namePaper(c, doi)).title ?? doi}`,
    ...waysBack(fund, settings.site.origin),
  }
  return askingStripe(c, noCheckout, () => beginContribution(db, stripe, begin, now()))
}

const noCheckout = {
  log: 'Stripe returned no checkout session',
  sentence: 'The payment service is not responding. No money has moved. Try again in a moment.',
}
