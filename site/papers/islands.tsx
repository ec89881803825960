import { Share } from '../browser/index.tsx'
import { VoteBox } from '../votes/index.tsx'

/** The parts of the paper page that come alive in the browser, by the names `Page.tsx` gives them. */
export const islands = { vote: VoteBox, share: Share }
