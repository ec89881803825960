import process from 'node:process'
import { runRestore } from '@corroborate/server-kit/backup'
import { productDatabases } from './product-databases.ts'

process.exitCode = await runRestore(process.argv.slice(2), productDatabases, Date.now)
