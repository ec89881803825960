import { syncCommand } from '../../paper/sources/command.ts'
import { openSiteDatabase } from '../open-site-database.ts'

/** `npm run known:sync`. */
process.exitCode = await syncCommand(process.argv.slice(2), openSiteDatabase)
