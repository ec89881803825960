import process from 'node:process'
import { runBackup, runRestore } from '../index.ts'
import { firstMigration } from './ledger.ts'

/** The two commands over the ledger of tests: `command.ts backup|restore '{"url":…,"file":…}' …`. */
const [name, place, ...args] = process.argv.slice(2)
const run = name === 'backup' ? runBackup : runRestore
process.exitCode = await run(args, () => [
  { name: 'ledger', ...JSON.parse(place ?? '{}'), migrations: [firstMigration] },
])
