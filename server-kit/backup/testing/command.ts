import process from 'node:process'
import { runCommandLine } from '../../command-line/index.ts'
import { backupProgram, restoreProgram } from '../index.ts'
import { firstMigration } from './ledger.ts'

/** The two commands over the ledger of tests: `command.ts backup|restore '{"url":…,"file":…}' …`. */
const [name, place, ...args] = process.argv.slice(2)
const program = name === 'backup' ? backupProgram : restoreProgram
const ledger = { name: 'ledger', ...JSON.parse(place ?? '{}'), migrations: [firstMigration] }
process.exitCode = await runCommandLine(
  program(() => [ledger], Date.now),
  args,
  { out: text => process.stdout.write(text), err: text => process.stderr.write(text) },
)
