/** `npm run works:import`. `npm run works:import -- --help` says the rest. */
import { runInProcess } from '@corroborate/server-kit/command-line'
import { importCommand } from '../../finding/works-import/command.ts'
import { readCommandSettings } from '../command-data.ts'
import { openSiteDatabase } from '../open-site-database.ts'

await runInProcess(importCommand({ readSettings: readCommandSettings, open: openSiteDatabase }))
