import { listed } from '@corroborate/server-kit/database'
import type { HttpEnv } from '@corroborate/server-kit/http'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { MiddlewareHandler } from 'hono'
import type { Kysely, Transaction } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { formatAmount, plainAmount } from '../../kit/amounts/format.ts'
import { matchDoiPath, paths, rawRequestTarget } from '../../kit/doi/index.ts'
import { type AccountIds, defineFeature, type Mine } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import type { Account, DeletedAccount, People, Visitor } from '../../kit/people/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { createNamePaper, createTitleOf, type WithPapers } from '../../paper/papers/index.ts'
import { type Moderated, type Moderates, type ModerationTables, withdraw } from '../../readers/moderation/index.ts'
import { readText } from '../../readers/written-text/read-text.ts'
import { bountyOf, doiOfFund, type Fund } from '../ledger/accounts.ts'
import type { LedgerTables } from '../ledger/store.ts'
import type { WithStripe } from '../stripe/open-stripe.ts'
import { contributePage, poolPage } from './fund-pages.ts'
import { type ContributionJobs, createMailJob } from './mail-job.ts'
import { createContributionCalls } from './routes.ts'
import {
  type Contribution,
  type ContributionTables,
  contributionMigration,
  contributionPaymentMigration,
  findBySession,
} from './store.ts'

/** Returns a message with a contribution's outcome and the location of its money, after the checkout. `here` is the fund of the page. */
export const whatCame = (contribution: Contribution, here: Fund): string => {
  const { fund, state, paid_amount, paid_currency, refunded, disputed } = contribution
  const asked = formatAmount(contribution)
  const doi = doiOfFund(fund)
  const place = doi === null ? 'the pool' : fund === here ? 'the bounty' : `the bounty of ${doi}`
  if (state === 'paid' && paid_currency !== null) {
    const paid = formatAmount({ amount: paid_amount, currency: paid_currency })
    if (refunded >= paid_amount) return `This contribution of ${paid} was refunded in full.`
    if (disputed > 0) return `This contribution of ${paid} is disputed, and your bank has withdrawn it for now.`
    const back =
      refunded > 0 ? ` ${formatAmount({ amount: refunded, currency: paid_currency })} of it was refunded.` : ''
    if (fund !== here) return `This is another contribution: ${paid} went to ${place}.${back}`
    return `Thank you for your contribution of ${paid}. It was added to ${place}. A receipt is on its way by email.${back}`
  }
  switch (state) {
    case 'processing':
      return `Your bank is processing ${asked} for ${place}. We’ll email you when it arrives or fails. You don’t need to do anything.`
    case 'failed':
      return `The payment of ${asked} for ${place} failed. No money has moved.`
    case 'expired':
      return `The checkout for ${asked} was abandoned. No money has moved.`
    default:
      return `We’re waiting for confirmation of ${asked} for ${place}. If you paid, it is added once confirmed; if not, no money has moved.`
  }
}

const whatCameOfCancelling = 'Checkout canceled. No money has moved.'

type ComeBackOptions = {
  db: Kysely<ContributionTables>
  people: Pick<People, 'known' | 'visitor'>
  pages: Pick<Pages, 'tell'>
}

/**
 * Shows the payment's outcome above the page of the paper or pool after the checkout, from our records without querying Stripe. Shown only
 * to the account or browser that started the payment; anyone else with the URL gets the plain page.
 */
const createComeBack =
  ({ db, people, pages }: ComeBackOptions): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const session = c.req.query('session_id')
    const wasCancelled = c.req.query('contribution') === 'cancelled'
    if (c.req.method !== 'GET' || (session === undefined && !wasCancelled)) return next()
    const here = fundOf(c.req.path, rawRequestTarget(c.req.url, c.env?.incoming?.url))
    if (here === null) return next()
    if (wasCancelled) pages.tell(c, whatCameOfCancelling)
    const known = session === undefined ? null : await findBySession(db, session.slice(0, 300))
    const giver =
      known === null ? undefined : [people.known(c), people.visitor(c)].find(each => each?.key === known.giver)
    if (session !== undefined && giver === undefined) return c.redirect(pathWithout(c.req.url), 303)
    if (known !== null) pages.tell(c, whatCame(known, here))
    return next()
  }

const fundOf = (path: string, target: string): Fund | null => {
  if (path === paths.pool) return 'pool'
  const match = matchDoiPath(target)
  return match.kind === 'match' && match.action === 'paper' ? bountyOf(match.doi) : null
}

const pathWithout = (address: string): string => {
  const url = new URL(address)
  url.searchParams.delete('session_id')
  return url.pathname + url.search
}

/** Assigns a visitor's contributions to their account. Idempotent. */
export const moveContributions = async (
  db: Kysely<ContributionTables>,
  visitor: Visitor,
  account: Account,
): Promise<void> => {
  const own = db.selectFrom('contributions').select('id').where('giver', '=', visitor.key).limit(1)
  // Nearly always there is none, and then nothing is written.
  if ((await own.executeTakeFirst()) === undefined) return
  await db.updateTable('contributions').set({ giver: account.key }).where('giver', '=', visitor.key).execute()
}

/**
 * Anonymizes a deleted account's contributions: removes name, message and address. The amounts stay in the ledger, which has no names. With
 * `upTo`, only contributions started by then.
 */
export const forgetGiver = async (
  tx: Transaction<ContributionTables & ModerationTables>,
  { key, upTo }: Pick<DeletedAccount, 'key' | 'upTo'>,
): Promise<void> => {
  const contributions = tx.$pickTables<keyof ContributionTables>()
  const own = await contributions
    .selectFrom('contributions')
    .select(['id', 'begun_at'])
    .where('giver', '=', key)
    .orderBy('id')
    .execute()
  for (const { id, begun_at } of own) {
    if (upTo !== null && begun_at > upTo) continue
    await withdraw(tx.$pickTables<keyof ModerationTables>(), { kind: 'contribution', id })
    const nobody = { giver: null, name: null, message: null, email: null, public_at: null }
    await contributions.updateTable('contributions').set(nobody).where('id', '=', id).execute()
  }
}

/** All that is kept of an account's contributions. */
export const exportContributions = async (db: Kysely<ContributionTables>, { key }: AccountIds) => {
  const own = db.selectFrom('contributions').selectAll().where('giver', '=', key)
  return { contributions: (await own.orderBy('begun_at').execute()).map(exported) }
}

const exported = ({ fund, amount, currency, paid_amount, paid_currency, ...row }: Contribution) => ({
  for: doiOfFund(fund) ?? 'pool',
  begun: new Date(row.begun_at).toISOString(),
  asked: { amount: plainAmount({ amount, currency }), currency },
  paid:
    paid_currency === null
      ? null
      : { amount: plainAmount({ amount: paid_amount, currency: paid_currency }), currency: paid_currency },
  paid_at: row.paid_at === null ? null : new Date(row.paid_at).toISOString(),
  paid_back: paid_currency === null ? null : plainAmount({ amount: row.refunded, currency: paid_currency }),
  status: row.state,
  name: row.name,
  message: row.message,
  public_since: row.public_at === null ? null : new Date(row.public_at).toISOString(),
  email: row.email,
  locale: row.locale,
  session: row.session,
})

/** The user's contributions on their dashboard. Omits unpaid ones. */
export const myContributions: Mine<ContributionTables> = {
  title: 'Your contributions',
  reader: db => async (account, limit) => {
    const rows = await db
      .selectFrom('contributions')
      .selectAll()
      .where('giver', '=', account.key)
      .where('state', 'in', ['processing', 'failed', 'paid'])
      .orderBy('begun_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(row => {
      const doi = doiOfFund(row.fund)
      const shared = { standing: standingOf(row), at: row.paid_at ?? row.begun_at }
      const amount = amountOf(row)
      return doi === null
        ? { doi, title: 'The pool', words: `You gave ${amount}`, path: paths.pool, ...shared }
        : { doi, words: `You gave ${amount} to its bounty`, path: paths.paper(doi), ...shared }
    })
  },
}

const amountOf = ({ paid_amount, paid_currency, amount, currency }: Contribution): string =>
  formatAmount(paid_currency === null ? { amount, currency } : { amount: paid_amount, currency: paid_currency })

const standingOf = ({ state, refunded, paid_amount, disputed }: Contribution): string | null => {
  if (state === 'processing') return 'Processing at your bank'
  if (state === 'failed') return 'Payment failed'
  if (refunded >= paid_amount) return 'Paid back'
  if (refunded > 0) return 'Partly refunded'
  return disputed > 0 ? 'Disputed through your bank' : null
}

/** Contributors' names and messages, shown after a moderator approves them. The money counts at once. */
export const moderatedContributions: Moderated<ContributionTables> = {
  kind: 'contribution',
  async read(db, ids) {
    const rows = await db
      .selectFrom('contributions')
      .selectAll()
      .where('id', 'in', listed(db, JSON.stringify(ids)))
      .execute()
    return new Map(
      rows.map(({ id, name, message, paid_amount: amount, paid_currency }) => [
        id,
        {
          author: name ?? 'Unnamed',
          authorIsChecked: name === null,
          paragraphs: readText(message ?? ''),
          facts:
            paid_currency === null
              ? []
              : [{ label: 'Contributed', value: formatAmount({ amount, currency: paid_currency }) }],
        },
      ]),
    )
  },
  async settle(tx, { id, to, at }) {
    const public_at = to === 'approved' ? at : null
    await tx.updateTable('contributions').set({ public_at }).where('id', '=', id).execute()
  },
}

type Tables = ContributionTables & LedgerTables & OutboxTables & ModerationTables & ActivityTables & SignInTables

const limits = {
  /** Contributions begun. */
  contribute: { points: 30, perSeconds: 60 * 60 },
  /** Asking about the state of one. */
  sessionDetails: { points: 120, perSeconds: 60 },
} as const

/** Money for the reproduction of a paper, its bounty, or for the pool: the form, the outcome, the receipt. */
export const contributionsFeature = defineFeature<
  Tables,
  ContributionJobs,
  WithStripe & WithPapers,
  Moderates<Tables>
>()({
  migrations: [contributionMigration, contributionPaymentMigration],
  limits,
  pages: [contributePage, poolPage],
  moderated: moderatedContributions,
  moveToAccount: moveContributions,
  deleteAccount: forgetGiver,
  mine: myContributions,
  exportOf: exportContributions,
  open: ({ settings, db, stripe, people, papers, pages, mailer, limits, now }) => {
    const namePaper = createNamePaper(papers.facts)
    const calls = createContributionCalls({
      db,
      settings,
      stripe,
      people,
      pages,
      limits,
      namePaper,
      summaries: papers.summaries,
      now,
    })
    const titleOf = createTitleOf(papers.facts)
    const { origin } = settings.site
    const isSandbox = stripe?.isSandbox ?? false
    const contributions = db.$pickTables<keyof ContributionTables>()
    return {
      jobs: createMailJob({ db: contributions, mailer, titleOf, origin, isSandbox }),
      middleware: { withSession: [createComeBack({ db: contributions, people, pages })] },
      routes: {
        [paths.pool]: { GET: calls.pool },
        [paths.contributeToPool]: { POST: calls.contributeToPool },
        [paths.sessionDetails]: { GET: calls.sessionDetails },
      },
      paperRoutes: { contribute: { GET: calls.page, POST: calls.contributeToBounty } },
    }
  },
})
