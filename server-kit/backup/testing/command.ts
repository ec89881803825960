import process from 'node:process'
import { runBackup, runRestore } from '../index.ts'
import { firstMigration } from './ledger.ts'

/** The two commands over the ledger of tests: `command.ts backup|restore '{"url":…,"file":…}' …`. */
const [name, place, ...args] = process.argv.slice(2)
const run = name === 'backup' ? runBackup : runRestore
const ledger = { name: 'ledger', ...JSON.parse(place ?? '{}'), migrations: [firstMigration] }
process.exitCode = await run(args, () => [ledger], Date.now)
