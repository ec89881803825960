import { importCommand } from '../../finding/works-import/command.ts'
import { openSiteDatabase } from '../open-site-database.ts'

/** `npm run works:import`. Goes on when nobody reads what it prints (`| head`). */
process.stdout.on('error', () => {})
process.exitCode = await importCommand(process.argv.slice(2), openSiteDatabase)
