/** `npm run dump -- FOLDER`. `npm run dump -- --help` says the rest. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { dumpCommand } from '../../open/dump/command.ts'
import { openSiteDatabase, openSiteSnapshot } from '../open-site-database.ts'

await runInProcess(dumpCommand({ open: openSiteDatabase, openSnapshot: openSiteSnapshot }))
