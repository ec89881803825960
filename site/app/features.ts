import { proofsFeature } from '../accounts/proofs/feature.ts'
import { signInFeature } from '../accounts/sign-in/feature.ts'
import { searchFeature } from '../finding/search/feature.ts'
import type { AnyFeature, PaperSection } from '../kit/feature/index.ts'
import { booksFeature } from '../money/books/feature.ts'
import { bountiesFeature } from '../money/bounties/feature.ts'
import { contributionsFeature } from '../money/contributions/feature.ts'
import { moneyDeskFeature } from '../money/money-desk/feature.ts'
import { paymentsFeature } from '../money/payments/feature.ts'
import { payoutsFeature } from '../money/payouts/feature.ts'
import { returnsFeature } from '../money/returns/feature.ts'
import { stripeSandboxFeature } from '../money/stripe-sandbox/feature.ts'
import { crawlersFeature } from '../news/crawlers/feature.ts'
import { feedsFeature } from '../news/feeds/feature.ts'
import { frontFeature } from '../news/front/feature.ts'
import { watchesFeature } from '../news/watches/feature.ts'
import { papersFeature } from '../paper/papers/feature.ts'
import { sourcesFeature } from '../paper/sources/feature.ts'
import { claimsFeature } from '../readers/claims/feature.ts'
import { moderationFeature } from '../readers/moderation/feature.ts'
import { notesFeature } from '../readers/notes/feature.ts'
import { reportsFeature } from '../readers/reports/feature.ts'
import { votesFeature } from '../readers/votes/feature.ts'
import { aboutFeature } from './about/feature.ts'

const list = [
  papersFeature,
  searchFeature,
  votesFeature,
  watchesFeature,
  contributionsFeature,
  claimsFeature,
  reportsFeature,
  signInFeature,
  sourcesFeature,
  notesFeature,
  moderationFeature,
  feedsFeature,
  aboutFeature,
  crawlersFeature,
  frontFeature,
  paymentsFeature,
  bountiesFeature,
  returnsFeature,
  payoutsFeature,
  moneyDeskFeature,
  booksFeature,
  stripeSandboxFeature,
  proofsFeature,
] as const

/** Every feature of the site, in the order in which their sections stand on a paper's page. */
export const features: readonly AnyFeature[] = list

export type SiteFeature = (typeof list)[number]

type SectionOf<F> = F extends { paperSection: PaperSection<never, infer Name, infer Place, infer Props> }
  ? { name: Name; place: Place; props: Props }
  : never
type SectionsAt<Place> = Extract<SectionOf<SiteFeature>, { place: Place }>

/** What each section at the side of a paper's page is given, by the section's name. */
export type PaperSectionProps = { [S in SectionsAt<'side'> as S['name']]: S['props'] }

/** The same of what stands in its story. */
export type PaperStoryProps = { [S in SectionsAt<'story'> as S['name']]: S['props'] }
