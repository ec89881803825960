import { randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Settings } from '@corroborate/server-kit/settings'
import { type Locale, localeOf } from '@corroborate/wire/locales'
import { cleanLine, cleanText } from '@corroborate/wire/written-text'
import type { Kysely } from 'kysely'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import { type Amount, formatAmount, unitsIn } from '../../kit/amounts/format.ts'
import { readAmount } from '../../kit/amounts/read-amount.ts'
import { paths } from '../../kit/doi/index.ts'
import type { People, Person } from '../../kit/people/index.ts'
import type { NamePaper } from '../../paper/papers/index.ts'
import { type ModerationTables, requireMayWrite } from '../../readers/moderation/index.ts'
import { doiOfFund, type Fund } from '../ledger/accounts.ts'
import { askingStripe } from '../stripe/asking-stripe.ts'
import { type StripeAccess, whileClaimed } from '../stripe/open-stripe.ts'
import { addContribution, type ContributionTables, noteSession } from './store.ts'

export type Begin = {
  fund: Fund
  giver: Person
  money: Amount
  name: string | null
  message: string | null
  locale: Locale
  /** Product name shown in the checkout. */
  title: string
  /** Addresses to come back to; Stripe puts its session's id in place of `{CHECKOUT_SESSION_ID}`. */
  success: string
  cancel: string
}

/**
 * Starts a contribution. Stores it before creating it at Stripe under its own ID, so that no failure leaves an unknown payment.
 * @returns the URL of the checkout
 * @throws HttpProblem 401 if the contributor's account was deleted meanwhile, and errors of Stripe's SDK; nothing has been paid then
 */
export const beginContribution = async (
  db: Kysely<ContributionTables & SignInTables>,
  stripe: StripeAccess,
  { title, success, cancel, money, giver, ...begin }: Begin,
  now: number,
): Promise<{ id: string; url: string }> => {
  const id = randomUUID()
  await runTransaction(db, async tx => {
    await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), giver)
    await addContribution(tx.$pickTables<keyof ContributionTables>(), { id, giver: giver.key, ...begin, ...money }, now)
  })
  const metadata = { contribution: id, for: doiOfFund(begin.fund) ?? 'pool' }
  const api = await stripe.api()
  const session = await api.checkout.sessions.create(
    {
      mode: 'payment',
      submit_type: 'donate',
      client_reference_id: id,
      success_url: success,
      cancel_url: cancel,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: money.currency,
            unit_amount: money.amount,
            product_data: { name: shortened(title) },
          },
        },
      ],
      locale: begin.locale,
      metadata,
      payment_intent_data: { metadata, description: shortened(title) },
    } satisfies Stripe.Checkout.SessionCreateParams,
    { idempotencyKey: id, ...whileClaimed },
  )
  await noteSession(db, id, session.id)
  if (session.url === null) throw new Error('Stripe returned a checkout session without a URL.')
  return { id, url: session.url }
}

/** Stripe takes names of up to 250 characters. */
const shortened = (title: string): string => (title.length > 250 ? `${title.slice(0, 249)}…` : title)

/** The longest name and message, in UTF-16 code units. */
export const longest = { name: 120, message: 500 } as const

const typed = z.union([z.string(), z.number().transform(String)], { error: 'send a text' }).default('')

/** Request body of the form and the API: an amount in whole units, as a number or string. */
export const contributionBody = z.object({ amount: typed, own: typed, name: typed, message: typed })
export type ContributionBody = z.output<typeof contributionBody>

export type ReadContribution =
  | { kind: 'contribution'; money: Amount; name: string | null; message: string | null }
  | { kind: 'problem'; sentence: string }

export type ContributionRules = { currency: string; least: number; most: number }

/** Parses a contribution. A custom amount takes precedence over a suggested one. */
export const readContribution = (body: ContributionBody, rules: ContributionRules): ReadContribution => {
  const text = body.own.trim() === '' ? body.amount : body.own
  const read = readAmount(text, rules)
  const [least, most] = [rules.least, rules.most].map(whole =>
    formatAmount({ amount: whole * unitsIn(rules.currency), currency: rules.currency }),
  )
  if (read.kind === 'unreadable')
    return {
      kind: 'problem',
      sentence: `Enter an amount from ${least} to ${most}, such as ${rules.least + 24}.`,
    }
  if (read.kind === 'beyond') return { kind: 'problem', sentence: `A contribution can be from ${least} to ${most}.` }
  const name = cleanLine(body.name)
  const message = cleanText(body.message)
  if (name.length > longest.name) return { kind: 'problem', sentence: `A name has at most ${longest.name} characters.` }
  if (message.length > longest.message)
    return { kind: 'problem', sentence: `A message has at most ${longest.message} characters.` }
  return { kind: 'contribution', money: read.money, name: name || null, message: message || null }
}

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
