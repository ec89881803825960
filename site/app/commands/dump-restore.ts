/** `npm run dump:restore`. For usage: `npm run dump:restore -- --help`. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { restoreCommand } from '../../open/dump/command.ts'
import { readRestoreSettings } from '../command-data.ts'
import { openSiteDatabase } from '../open-site-database.ts'

await runInProcess(restoreCommand({ readSettings: readRestoreSettings, open: openSiteDatabase }))
