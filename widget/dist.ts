import { join } from 'node:path'

/** Where the build puts the plain scripts, and where the provider finds them. */
export const widgetDist = join(import.meta.dirname, 'dist')
