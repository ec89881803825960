export { runBackup, runRestore } from './cli.ts'
export type { ProductDatabase } from './product-database.ts'
