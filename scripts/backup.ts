import process from 'node:process'
import { runBackup } from '@corroborate/server-kit/backup'
import { productDatabases } from './product-databases.ts'

process.exitCode = await runBackup(process.argv.slice(2), productDatabases, Date.now)
