import { hydrate, Share } from '../browser/index.tsx'
import { PaperFinder } from './PaperFinder.tsx'

hydrate({ finder: PaperFinder, share: Share })
