import { resolve } from 'node:path'

/** Relative folders count from here, wherever a command was started: `npm start -w site` runs in `site/`. */
export const repository = resolve(import.meta.dirname, '../..')
