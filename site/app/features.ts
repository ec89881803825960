import { heldFormsFeature } from '../accounts/held-forms/feature.ts'
import { impersonationFeature } from '../accounts/impersonation/feature.ts'
import { proofsFeature } from '../accounts/proofs/feature.ts'
import { signInFeature } from '../accounts/sign-in/feature.ts'
import { searchFeature } from '../finding/search/feature.ts'
import type { AnyFeature } from '../kit/feature/index.ts'
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
import type { ProvidesOffers } from '../news/front/pages.ts'
import { watchesFeature } from '../news/watches/feature.ts'
import { apiFeature } from '../open/api/feature.ts'
import { apiPageFeature } from '../open/api-page/feature.ts'
import { embedFeature } from '../open/embed/feature.ts'
import { linkedDataFeature } from '../open/linked-data/feature.ts'
import { mcpFeature } from '../open/mcp/feature.ts'
import { rangesFeature } from '../open/ranges/feature.ts'
import { referenceCheckFeature } from '../open/reference-check/feature.ts'
import { citationsFeature } from '../paper/citations/feature.ts'
import { papersFeature } from '../paper/papers/feature.ts'
import type { ProvidesNotes, ProvidesReplications } from '../paper/papers/index.ts'
import { personalizationFeature } from '../paper/personalization/feature.ts'
import { sourcesFeature } from '../paper/sources/feature.ts'
import { claimsFeature } from '../readers/claims/feature.ts'
import { draftsFeature } from '../readers/drafts/feature.ts'
import { moderationFeature } from '../readers/moderation/feature.ts'
import type { Moderates } from '../readers/moderation/index.ts'
import { notesFeature } from '../readers/notes/feature.ts'
import { problemsFeature } from '../readers/problems/feature.ts'
import { reportsFeature } from '../readers/reports/feature.ts'
import { votesFeature } from '../readers/votes/feature.ts'
import { aboutFeature } from './about/feature.ts'
import { homeFeature } from './home/feature.ts'
import { sharedCachesFeature } from './shared-caches/feature.ts'
import { upkeepFeature } from './upkeep/feature.ts'
import type { SitePorts } from './whole-site.ts'

const list = [
  papersFeature,
  citationsFeature,
  personalizationFeature,
  homeFeature,
  searchFeature,
  votesFeature,
  watchesFeature,
  contributionsFeature,
  bountiesFeature,
  claimsFeature,
  reportsFeature,
  signInFeature,
  // After the session is recognized, before anything acts on it.
  impersonationFeature,
  heldFormsFeature,
  sourcesFeature,
  notesFeature,
  draftsFeature,
  problemsFeature,
  moderationFeature,
  feedsFeature,
  aboutFeature,
  crawlersFeature,
  frontFeature,
  paymentsFeature,
  returnsFeature,
  payoutsFeature,
  moneyDeskFeature,
  booksFeature,
  linkedDataFeature,
  stripeSandboxFeature,
  proofsFeature,
  apiFeature,
  rangesFeature,
  embedFeature,
  mcpFeature,
  apiPageFeature,
  referenceCheckFeature,
  upkeepFeature,
  sharedCachesFeature,
] as const

/** Contributions of features to each other, besides the parts that every feature has. */
// biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
type Brought = Partial<Moderates<any> & ProvidesReplications<any> & ProvidesNotes<any> & ProvidesOffers<any>>

/** Every feature of the site, in the order of their sections on a paper's page. */
export const features: readonly (AnyFeature<SitePorts> & Brought)[] = list

export type SiteFeature = (typeof list)[number]
