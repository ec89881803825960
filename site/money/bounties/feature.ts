import { prepareStatement, runTransaction } from '@corroborate/server-kit/database'
import type { Mailer } from '@corroborate/server-kit/mail'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { Locale } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { type Amount, formatAmount, formatAmounts } from '../../kit/amounts/format.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { defineFeature, nothingOfPeople, type PaperSection } from '../../kit/feature/index.ts'
import { type ComposedMail, composeMail, dayInMail, deliverMail, intlTag } from '../../kit/mail/compose-mail.ts'
import { markup } from '../../kit/page/define-page.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { ProvidesOffers, ReadOffers } from '../../news/front/pages.ts'
import { type ActivityTables, setBounty } from '../../paper/activity/index.ts'
import { createTitleOf, type TitleOf, type WithPapers } from '../../paper/papers/index.ts'
import { addresseeOfClaim, type ClaimTables } from '../../readers/claims/index.ts'
import { type ContributionTables, findContribution, newForm, readShownFund } from '../contributions/index.ts'
import { bountyOf, type Fund } from '../ledger/accounts.ts'
import { type LedgerTables, readFunds } from '../ledger/store.ts'
import type { WithStripe } from '../stripe/open-stripe.ts'
import type { BountySection } from './BountySection.tsx'
import { bountyWords } from './mail-words.ts'
import {
  type BountyJobs,
  type BountyMail,
  type BountyReader,
  type BountyTopic,
  planBountyMails,
  readReaders,
} from './plan.ts'
import { availableOf, type BountyDatabase, type BountyStatus, readBountyStatus, readSources } from './read-standing.ts'
import type { BountySectionProps, ShownBountyStatus } from './section-model.ts'
import { expiryOf } from './sources.ts'
import { type BountyState, type BountyTables, bountyMigration, holdFund } from './tables.ts'

/** Content of a bounty notification. `paper` is its title; null for the pool. `page` and `books` are URLs. `until` in epoch ms. */
export type BountyMailContent = {
  locale: Locale
  about: BountyTopic
  money: readonly Amount[]
  until: number | null
  paper: string | null
  page: string
  books: string
  isSandbox: boolean
}

/** Topics sent to claimants; all others go to contributors. */
const toClaimants: ReadonlySet<BountyTopic> = new Set(['held-for-you', 'awarded-elsewhere', 'offered-again', 'gone'])

/** Composes a bounty notification for a contributor or claimant. */
export const bountyMail = (content: BountyMailContent): ComposedMail => {
  const { locale, about, money, until, paper, page, books, isSandbox } = content
  const words = bountyWords[locale]
  const said = {
    amount: money.map(each => formatAmount(each, intlTag(locale))).join(' + '),
    paper: paper === null ? words.pool : words.quoted(paper),
    day: until === null ? words.soon : dayInMail(until, locale),
  }
  return composeMail({
    locale,
    subject: words[about].subject(said),
    parts: [
      { kind: 'words', words: words[about].lead(said) },
      ...(isSandbox ? [{ kind: 'note', words: words.sandbox } as const] : []),
      { kind: 'words', words: words.rule },
      { kind: 'link', words: words.page, href: page },
      { kind: 'link', words: words.books, href: books },
    ],
    because: toClaimants.has(about) ? words.becauseClaimed : words.becauseGave,
  })
}

type LookOptions = {
  db: Kysely<Tables>
  /** The site's own currency: by it papers are put in order. */
  currency: string
  now: () => number
}

/**
 * Recomputes a bounty's state: updates the offer in "replications wanted" and, if the state differs from the one last announced, notifies
 * those affected. Runs in one transaction, so that each change is announced exactly once even if a process crashes.
 */
export const createLook =
  ({ db, currency, now }: LookOptions) =>
  ({ doi }: { doi: Doi }): Promise<void> =>
    runTransaction(db, async tx => {
      const fund = bountyOf(doi)
      const at = now()
      const told = await holdFund(tx.$pickTables<keyof BountyTables>(), fund)
      const standing = await readBountyStatus(tx.$pickTables<keyof BountyDatabase>(), doi, at)
      const offered = availableOf(standing.available, currency)
      // Offers in other currencies still count, and sort after the comparable ones.
      await setBounty(
        tx.$pickTables<keyof ActivityTables>(),
        doi,
        standing.available.length > 0 ? Math.max(1, offered) : 0,
      )
      if (standing.state === told.state) return
      await tx.updateTable('funds').set({ state: standing.state, since: at }).where('fund', '=', fund).execute()
      await tell(tx, { doi, from: told.state, standing, now: at })
    })

const tell = async (
  tx: Transaction<Tables>,
  { doi, from, standing, now }: { doi: Doi; from: BountyState; standing: BountyStatus; now: number },
): Promise<void> => {
  const news = newsOf(from, standing.state)
  if (news === null) return
  const readers = await readReaders(tx.$pickTables<keyof (ContributionTables & ClaimTables)>(), bountyOf(doi), doi)
  const [hold] = standing.holds
  const mail: Omit<BountyMail, 'to' | 'about'> = { doi, money: standing.available, until: hold?.until ?? null }
  for (const [about, to] of [
    [news.contributors, readers.contributors],
    [news.claimants, readers.claimants],
  ] as const)
    if (about !== null) await planBountyMails(tx, { ...mail, about }, to, now)
}

/**
 * Returns each side's notification for a state change; null for none. Awards, payouts and refunds are announced where they happen, because
 * they may cover only part of the money.
 */
export const newsOf = (
  from: BountyState,
  to: BountyState,
): { contributors: BountyTopic | null; claimants: BountyTopic | null } | null => {
  if (to === 'held') return { contributors: 'held', claimants: 'held-for-you' }
  if (to === 'open' && from === 'held') return { contributors: 'open-again', claimants: null }
  if (to === 'refunded' || to === 'expired') return { contributors: null, claimants: 'gone' }
  return null
}

type MailJobOptions = {
  db: Kysely<ContributionTables & ClaimTables>
  mailer: Pick<Mailer, 'send'>
  titleOf: TitleOf
  /** The site's own. */
  origin: string
  isSandbox: boolean
}

/** Sends a bounty notification, unless the recipient has since removed their address. */
export const createBountyMailJob =
  ({ db, mailer, titleOf, origin, isSandbox }: MailJobOptions): Required<Handlers<BountyJobs>>['bounties.mail'] =>
  async ({ about, to: reader, doi, money, until }, { id: job, signal }) => {
    const addressee = await addresseeOf(db, reader)
    if (addressee === null) return
    const mail = bountyMail({
      locale: addressee.locale,
      about,
      money,
      until,
      paper: doi === null ? null : ((await titleOf(doi)) ?? doi),
      page: `${origin}${doi === null ? paths.pool : paths.paper(doi)}`,
      books: `${origin}${doi === null ? paths.books({ pool: true }) : paths.books({ doi })}`,
      isSandbox,
    })
    await deliverMail(mailer, { id: `bounty-${job}`, to: addressee.email, ...mail }, signal)
  }

const addresseeOf = async (
  db: Kysely<ContributionTables & ClaimTables>,
  { kind, id }: BountyReader,
): Promise<{ email: string; locale: Locale } | null> => {
  if (kind === 'claim') return addresseeOfClaim(db.$pickTables<keyof ClaimTables>(), id)
  const contribution = await findContribution(db.$pickTables<keyof ContributionTables>(), id)
  return contribution?.email == null ? null : { email: contribution.email, locale: contribution.locale }
}

/** Reads the bounties of listed papers by DOI, with one ledger query for those that have any and none otherwise. */
export const offersReader =
  (db: Kysely<LedgerTables>): ReadOffers =>
  async papers => {
    const offered = papers.filter(({ bounty }) => bounty > 0).map(({ doi }) => doi)
    const funds = await readFunds(db, offered.map(bountyOf))
    return new Map(offered.map(doi => [doi, (funds.get(bountyOf(doi)) ?? []).filter(({ amount }) => amount > 0)]))
  }

/** Returns a paper's bounty status as shown on its page. */
export const readShownBountyStatus = async (
  db: Kysely<BountyDatabase>,
  doi: Doi,
  now: number,
): Promise<ShownBountyStatus> => {
  // Most papers never had a bounty, which one index lookup shows.
  const [entry] = await readAnyEntry(db.$pickTables<'ledger'>(), bountyOf(doi))
  if (entry === undefined) return nothing
  const standing = await readBountyStatus(db, doi, now)
  const { state, available, owed, paid } = standing
  const sources = available.length === 0 ? [] : await readSources(db, bountyOf(doi))
  const waiting = sources.filter(({ left }) => left > 0).map(({ since }) => formatDay(expiryOf(since)))
  return {
    step: steps[state],
    words: inWords(standing),
    until: untilInWords(waiting),
    awarded: owed.length === 0 ? null : formatAmounts(owed),
    paid: paid.length === 0 ? null : formatAmounts(paid),
  }
}

const readAnyEntry = prepareStatement((db: Kysely<LedgerTables>, fund: Fund) =>
  db.selectFrom('ledger').select('entry').where('fund', '=', fund).limit(1),
)

const nothing: ShownBountyStatus = { step: 0, words: null, until: null, awarded: null, paid: null }

const steps = { none: 0, open: 1, held: 2, awarded: 3, paid: 4, refunded: 4, expired: 4 } as const

const inWords = ({ state, holds: [hold] }: BountyStatus): string | null => {
  switch (state) {
    case 'none':
      return null
    case 'open':
      return 'Open'
    case 'held':
      return `Reserved for ${hold?.name ?? 'a claim'} until ${formatDay(hold?.until ?? 0)}`
    case 'awarded':
      return 'Awarded, not paid yet'
    case 'paid':
      return 'Paid'
    case 'refunded':
      return 'Refunded to its contributors'
    case 'expired':
      return 'Refunded: not awarded within a year'
  }
}

/** Lists the refund dates of unused money, earliest first. */
const untilInWords = (days: readonly string[]): string | null => {
  const [first] = days
  if (first === undefined) return null
  return days.every(day => day === first) ? `until ${first}` : `the first of it until ${first}`
}

/** Bounty section of a paper's page, with the contribution form. */
const bountySection: PaperSection<BountyDatabase, BountySectionProps> = {
  name: 'bounty',
  place: 'side',
  component: markup<typeof BountySection>('money/bounties/BountySection.tsx'),
  reader: (db, settings, now) => async (doi, person) => ({
    doi,
    reader: person?.signedIn ? person.id : null,
    ...(await readShownFund(
      db.$pickTables<keyof (ContributionTables & LedgerTables)>(),
      bountyOf(doi),
      settings.contributions.currency,
    )),
    standing: await readShownBountyStatus(db, doi, now()),
    form: newForm(settings, paths.contribute(doi)),
    books: paths.books({ doi }),
    sessionDetails: paths.sessionDetails,
  }),
}

type Tables = BountyDatabase & ActivityTables

/** Bounty states of papers and notifications of their changes. */
export const bountiesFeature = defineFeature<Tables, BountyJobs, WithStripe & WithPapers, ProvidesOffers<Tables>>()({
  migrations: [bountyMigration],
  paperSection: bountySection,
  ...nothingOfPeople,
  offers: db => offersReader(db.$pickTables<keyof LedgerTables>()),
  open: ({ settings, db, stripe, papers, mailer, now }) => ({
    jobs: {
      'bounties.look': createLook({ db, currency: settings.contributions.currency, now }),
      'bounties.mail': createBountyMailJob({
        db,
        mailer,
        titleOf: createTitleOf(papers.facts),
        origin: settings.site.origin,
        isSandbox: stripe?.isSandbox ?? false,
      }),
    },
  }),
})
