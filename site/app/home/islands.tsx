import { PaperFinder } from '../../finding/search/index.tsx'
import { hydrate, Share } from '../../kit/browser/index.tsx'

hydrate({ finder: PaperFinder, share: Share })
