import { Share } from '../browser/index.tsx'
import { PaperFinder } from './PaperFinder.tsx'

/** The parts of the home page that come alive in the browser, by the names `HomePage.tsx` gives them. */
export const islands = { finder: PaperFinder, share: Share }
