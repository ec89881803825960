import { aboutFeature } from './about/feature.ts'
import { booksFeature } from './books/feature.ts'
import { bountiesFeature } from './bounties/feature.ts'
import { claimsFeature } from './claims/feature.ts'
import { contributionsFeature } from './contributions/feature.ts'
import { crawlersFeature } from './crawlers/feature.ts'
import type { AnyFeature, PaperSection } from './feature/index.ts'
import { feedsFeature } from './feeds/feature.ts'
import { frontFeature } from './front/feature.ts'
import { moderationFeature } from './moderation/feature.ts'
import { moneyDeskFeature } from './money-desk/feature.ts'
import { notesFeature } from './notes/feature.ts'
import { papersFeature } from './papers/feature.ts'
import { paymentsFeature } from './payments/feature.ts'
import { payoutsFeature } from './payouts/feature.ts'
import { proofsFeature } from './proofs/feature.ts'
import { reportsFeature } from './reports/feature.ts'
import { returnsFeature } from './returns/feature.ts'
import { searchFeature } from './search/feature.ts'
import { signInFeature } from './sign-in/feature.ts'
import { sourcesFeature } from './sources/feature.ts'
import { stripeSandboxFeature } from './stripe-sandbox/feature.ts'
import { votesFeature } from './votes/feature.ts'
import { watchesFeature } from './watches/feature.ts'

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
