import { restoreProgram } from '@corroborate/server-kit/backup'
import { runInProcess } from '@corroborate/server-kit/command-line'
import { productDatabases } from './product-databases.ts'

await runInProcess(restoreProgram(productDatabases, Date.now))
