import { join } from 'node:path'
import { buildEmbedModule } from '../site/app/build.ts'

// `npm pack` in `embed/` runs this: the package holds what the site's own script for other people's pages is made of.

await buildEmbedModule(join(import.meta.dirname, '../embed/dist'))
