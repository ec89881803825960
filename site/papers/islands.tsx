import { hydrate, Share } from '../browser/index.tsx'
import { paperSections } from '../paper-sections.tsx'

hydrate({ ...paperSections, share: Share })
