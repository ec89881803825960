import { join } from 'node:path'
import { buildEmbedModule } from '../site/app/build.ts'

// Run by `npm pack` in `embed/`. The package contains the source of the site's own embed script.

await buildEmbedModule(join(import.meta.dirname, '../embed/dist'))
