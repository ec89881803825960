/** `npm run dump`. `npm run dump -- --help` says the rest. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { dumpCommand } from '../../open/dump/command.ts'
import { readCommandSettings } from '../command-data.ts'
import { openSiteDatabase, openSiteSnapshot } from '../open-site-database.ts'

await runInProcess(
  dumpCommand({ readSettings: readCommandSettings, open: openSiteDatabase, openSnapshot: openSiteSnapshot }),
)
