/** `npm run money`. For usage: `npm run money -- --help`. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { moneyCommand } from '../../money/money-desk/command.ts'
import { readCommandSettings } from '../command-data.ts'
import { openSiteDatabase } from '../open-site-database.ts'

await runInProcess(moneyCommand({ readSettings: readCommandSettings, open: openSiteDatabase }))
