import { backupProgram } from '@corroborate/server-kit/backup'
import { runInProcess } from '@corroborate/server-kit/command-line'
import { productDatabases } from './product-databases.ts'

await runInProcess(backupProgram(productDatabases, Date.now))
