export { backupProgram, restoreProgram } from './cli.ts'
export type { ProductDatabase } from './product-database.ts'
