import type { FunctionComponent } from 'react'
import { ClaimSection } from './claims/index.tsx'
import { BountySection } from './contributions/index.tsx'
import type { PaperSectionProps } from './features.ts'
import { VoteBox } from './votes/index.tsx'
import { WatchButton } from './watches/index.tsx'

/** What features add to the side of a paper's page, by the name of the section: an island whose props the feature reads on the server. */
export const paperSections: { readonly [Name in keyof PaperSectionProps]: FunctionComponent<PaperSectionProps[Name]> } =
  {
    vote: VoteBox,
    watch: WatchButton,
    bounty: BountySection,
    claim: ClaimSection,
  }
