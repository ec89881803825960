/** `npm run dump`. For usage: `npm run dump -- --help`. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { dumpCommand } from '../../open/dump/command.ts'
import { readCommandSettings } from '../command-data.ts'
import { openSiteDatabase, openSiteSnapshot } from '../open-site-database.ts'

await runInProcess(
  dumpCommand({ readSettings: readCommandSettings, open: openSiteDatabase, openSnapshot: openSiteSnapshot }),
)
