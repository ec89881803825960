import { runInProcess } from '@corroborate/server-kit/command-line'
import { moneyCommand } from '../../money/money-desk/command.ts'
import { openSiteDatabase } from '../open-site-database.ts'

/** `npm run money`. */
await runInProcess(moneyCommand(openSiteDatabase))
