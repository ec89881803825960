/** `npm run works:import`. For usage: `npm run works:import -- --help`. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { importCommand } from '../../finding/works-import/command.ts'
import { readCommandSettings } from '../command-data.ts'
import { openSiteDatabase } from '../open-site-database.ts'

await runInProcess(importCommand({ readSettings: readCommandSettings, open: openSiteDatabase }))
