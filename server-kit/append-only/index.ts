import { sql } from 'kysely'
import { engineOf, type MigrationDatabase } from '../database/index.ts'

export type AppendOnly = {
  /** The columns of the table's primary key. */
  key: readonly string[]
  /**
   * A column that is compared when an entry comes twice. With the same value it is left to the statement's own `on conflict`;
   * without this column every second entry is refused.
   */
  comparedBy?: string
  /** Error message for attempts to modify an entry. */
  refusal: string
}

/**
 * Makes a table append-only: the database itself rejects updates and deletes by any client. For a migration that has just created the
 * table, on both engines.
 */
export const keepEntries = async (
  db: MigrationDatabase,
  table: string,
  { key, comparedBy, refusal }: AppendOnly,
): Promise<void> => {
  if (engineOf(db) === 'postgres') {
    const refuse = sql.id(`refuse_${table}_change`)
    await sql`create function ${refuse}() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception '${refusal}'; end`)}`.execute(db)
    await sql`create trigger ${sql.id(`${table}_no_change`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${refuse}()`.execute(db)
    return
  }
  const isSameKey = sql.join(
    key.map(column => sql`${sql.id(column)} = new.${sql.id(column)}`),
    sql` and `,
  )
  const differs =
    comparedBy === undefined
      ? sql``
      : sql` and new.${sql.id(comparedBy)} is not
          (select ${sql.id(comparedBy)} from ${sql.table(table)} where ${isSameKey})`
  // `insert or replace` would delete without telling a trigger of deletion.
  await sql`create trigger ${sql.id(`${table}_once`)} before insert on ${sql.table(table)}
    when exists (select 1 from ${sql.table(table)} where ${isSameKey})${differs}
    begin select raise(abort, ${sql.lit(refusal)}); end`.execute(db)
  for (const event of ['update', 'delete'])
    await sql`create trigger ${sql.id(`${table}_no_${event}`)} before ${sql.raw(event)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(refusal)}); end`.execute(db)
}
