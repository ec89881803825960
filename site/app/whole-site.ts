import type { WithProofs } from '../accounts/proofs/create-proofs.ts'
import type { Site } from '../kit/feature/index.ts'
import type { WithStripe } from '../money/stripe/open-stripe.ts'
import type { WithSandbox } from '../money/stripe-sandbox/index.ts'
import type { WithOffers } from '../news/front/pages.ts'
import type { WithReferences } from '../open/reference-check/index.ts'
import type { WithPapers } from '../paper/papers/index.ts'
import type { WithPictures } from '../paper/share-picture/index.ts'
import type { WithWorks } from '../paper/works-index/index.ts'
import type { WithModeration } from '../readers/moderation/index.ts'

/** Ports that the wings provide to features. A feature in `features.ts` that needs any other port fails to compile. */
export type SitePorts = WithProofs &
  WithPapers &
  WithWorks &
  WithPictures &
  WithOffers &
  WithReferences &
  WithModeration &
  WithStripe &
  WithSandbox

/** The site as all features together see it. */
// biome-ignore lint/suspicious/noExplicitAny: each feature has tables and jobs of its own.
export type WholeSite = Site<any, any, string> & SitePorts
