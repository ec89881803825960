import { type Kysely, sql } from 'kysely'
import { isSqliteBusy } from './sql-errors.ts'

/**
 * Writes a value that is there already, so that a full, broken or read-only disk and a standby show. Resolves also while another
 * process writes to the SQLite file: then it can be written.
 * @throws what the database says when it cannot be written or asked.
 */
export const checkWrites = async <T>(db: Kysely<T>): Promise<void> => {
  try {
    await sql`
      update schema_migration set applied_at = applied_at where name = (select min(name) from schema_migration)
    `.execute(db)
  } catch (error) {
    if (!isSqliteBusy(error)) throw error
  }
}
