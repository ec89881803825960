import { runInProcess } from '@corroborate/server-kit/command-line'
import { importCommand } from '../../finding/works-import/command.ts'
import { openSiteDatabase } from '../open-site-database.ts'

/** `npm run works:import`. */
await runInProcess(importCommand(openSiteDatabase))
