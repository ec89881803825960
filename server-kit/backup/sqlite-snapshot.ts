import { existsSync } from 'node:fs'
import {
  beginSqliteSnapshot,
  damageError,
  findDamage,
  kyselyOver,
  readAppliedMigrations,
  refuseNewer,
} from '../database/index.ts'
import type { ProductDatabase } from './product-database.ts'
import { quoted } from './quoted.ts'
import { readSchema, schemaAt, withNames } from './schema-at.ts'
import type { Snapshot } from './snapshot.ts'
import type { SqlValue } from './value.ts'

const batchSize = 200

/**
 * Reads a SQLite database in one read transaction. (SQLite's online backup starts again whenever another process writes, so that on a busy
 * site it might never end, and it needs the room of a second database on the disk.)
 * @returns null when there is no database yet.
 * @throws ConfigurationError when the file is damaged: its backup must not take the place of a sound one
 */
export const openSqliteSnapshot = async ({ file, migrations }: ProductDatabase): Promise<Snapshot | null> => {
  if (!existsSync(file)) return null
  const finding = findDamage(file, { wholeFile: true })
  if (finding !== null) throw damageError(file, finding)
  const connection = beginSqliteSnapshot(file)
  try {
    const applied = await readAppliedMigrations(kyselyOver(connection))
    if (applied === null) {
      connection.close()
      return null
    }
    const names = applied.map(({ name }) => name)
    refuseNewer(names, migrations)
    const { tables } = await schemaAt(withNames(migrations, names))
    const known = new Set(tables.map(({ name }) => name))
    return {
      engine: 'sqlite',
      migrations: applied,
      tables,
      strangers: readSchema(connection).tables.flatMap(({ name }) => (known.has(name) ? [] : [name])),
      async *rows({ name, columns }) {
        const statement = connection.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)}`)
        statement.setReadBigInts(true)
        statement.setReturnArrays(true)
        let batch: SqlValue[][] = []
        for (const row of statement.iterate()) {
          batch.push(row as unknown as SqlValue[])
          if (batch.length < batchSize) continue
          yield batch
          batch = []
        }
        if (batch.length > 0) yield batch
      },
      close: async () => connection.close(),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}
