import { sql } from 'kysely'
import { isOfAnotherServer, movedTo, readAppliedMigrations } from '../database/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import type { BackupHeader } from './lines.ts'
import { type ProductDatabase, titleOf } from './product-database.ts'
import { type Schema, schemaAt, withNames } from './schema-at.ts'
import type { Target } from './target.ts'

/**
 * Drops the schema that is there, once it is sure that its rows may go.
 * @throws OperatorError when they may not
 */
export const clearTarget = async (database: ProductDatabase, target: Target, replace: boolean): Promise<void> => {
  const { transaction: tx } = target
  const { tables, views } = await findPresent(database, target)
  const filled: string[] = []
  for (const { name } of replace ? [] : tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)
    if (rows.length > 0) filled.push(name)
  }
  const moved = database.url === undefined ? movedTo(database.file) : null
  if (filled.length > 0 && moved !== null) {
    throw new OperatorError(
      `${database.file} still holds what it held before the data moved to ${moved.to} (${moved.since}), so nothing was restored: ` +
        'restore with --replace, which throws that away, or move the file elsewhere first.',
    )
  }
  if (filled.length > 0) {
    throw new OperatorError(
      `The database ${titleOf(database)} is not empty (${filled.join(', ')}), so nothing was restored: back it up if it ` +
        'matters, then restore with --replace, which throws away what it holds.',
    )
  }
  for (const view of views) await sql`drop view ${sql.table(view)}`.execute(tx)
  await target.dropTables(tables)
  await sql`drop table if exists schema_migration`.execute(tx)
}

const findPresent = async (database: ProductDatabase, target: Target): Promise<Schema> => {
  const present = await readAppliedMigrations(target.transaction)
  if (present === null) return { tables: [], views: [] }
  const known = migrationsOf(database, present)
  if (known.length === present.length) return schemaAt(known)
  if (
    isOfAnotherServer(
      present.map(({ name }) => name),
      database.migrations,
    )
  ) {
    throw new OperatorError(
      `The database ${titleOf(database)} holds the tables of the other server, so nothing was restored: the site (DATABASE_URL) ` +
        'and the identity provider (IDENTITY_DATABASE_URL) each need a database of their own, or a schema of their own.',
    )
  }
  const schema = target.schemaOfNewer()
  if (schema !== null) return schema
  throw new OperatorError(
    `The database ${titleOf(database)} was last used by a newer version, whose tables this one does not know, so nothing ` +
      'was restored: empty it, or name an empty one in the settings, then restore again.',
  )
}

export const migrationsOf = (database: ProductDatabase, applied: BackupHeader['databases'][number]['migrations']) =>
  withNames(
    database.migrations,
    applied.map(({ name }) => name),
  )
