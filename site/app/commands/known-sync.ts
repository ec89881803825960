import { runInProcess } from '@corroborate/server-kit/command-line'
import { syncCommand } from '../../paper/sources/command.ts'
import { openSiteDatabase } from '../open-site-database.ts'

/** `npm run known:sync`. */
await runInProcess(syncCommand(openSiteDatabase))
