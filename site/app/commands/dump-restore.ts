/** `npm run dump:restore -- FOLDER`. `npm run dump:restore -- --help` says the rest. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { restoreCommand } from '../../open/dump/command.ts'
import { openSiteDatabase } from '../open-site-database.ts'

await runInProcess(restoreCommand(openSiteDatabase))
