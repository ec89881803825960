import { resolve } from 'node:path'

/** Base of relative folders, regardless of the working directory: `npm start -w site` runs in `site/`. */
export const repository = resolve(import.meta.dirname, '../..')
