import type { FunctionComponent } from 'react'
import { BountySection } from '../money/contributions/index.tsx'
import { WatchButton } from '../news/watches/index.tsx'
import { ClaimSection } from '../readers/claims/index.tsx'
import { VoteBox } from '../readers/votes/index.tsx'
import type { PaperSectionProps } from './features.ts'

/** What features add to the side of a paper's page, by the name of the section: an island whose props the feature reads on the server. */
export const paperSections: { readonly [Name in keyof PaperSectionProps]: FunctionComponent<PaperSectionProps[Name]> } =
  {
    vote: VoteBox,
    watch: WatchButton,
    bounty: BountySection,
    claim: ClaimSection,
  }
