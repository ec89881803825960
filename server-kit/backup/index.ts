export { backupProgram, restoreProgram } from './cli.ts'
export { countBackups } from './last-backup.ts'
export type { ProductDatabase } from './schema-at.ts'
