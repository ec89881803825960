import { join } from 'node:path'

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..')

/** Where `npm run release` leaves what it makes. */
export const releaseDist = join(root, 'dist')
