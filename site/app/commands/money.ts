import { moneyCommand } from '../../money/money-desk/command.ts'
import { openSiteDatabase } from '../open-site-database.ts'

/** `npm run money`. */
process.exitCode = await moneyCommand(process.argv.slice(2), openSiteDatabase)
