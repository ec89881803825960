import { join } from 'node:path'

/** Output folder of the build, from which the server reads. */
export const siteDist = join(import.meta.dirname, '../dist')
