/** `npm run known:sync`. For usage: `npm run known:sync -- --help`. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { syncCommand } from '../../paper/sources/command.ts'
import { readCommandSettings } from '../command-data.ts'
import { openSiteDatabase } from '../open-site-database.ts'

await runInProcess(syncCommand({ readSettings: readCommandSettings, open: openSiteDatabase }))
