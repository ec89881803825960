import { hydrate, Share } from '../../kit/browser/index.tsx'
import { PaperFinder } from './PaperFinder.tsx'

hydrate({ finder: PaperFinder, share: Share })
