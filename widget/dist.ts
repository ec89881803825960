import { join } from 'node:path'

/** Build output of the plain scripts, served by the provider. */
export const widgetDist = join(import.meta.dirname, 'dist')
