import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { Engine } from '../database/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { formatVersion, type TableCount } from './lines.ts'
import { openPostgresSnapshot } from './postgres-snapshot.ts'
import { type ProductDatabase, titleOf } from './product-database.ts'
import type { Snapshot } from './snapshot.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'
import { writeValue } from './value.ts'
import { type WriteOptions, writeAside } from './write-aside.ts'

export type BackupReport = {
  databases: { name: string; engine: Engine; tables: { table: string; rows: number }[]; strangers: string[] }[]
  /** Databases that no server has made yet, and that the backup therefore does not hold. */
  missing: string[]
  /** Size of the file. */
  bytes: number
}

type Opened = { database: ProductDatabase; snapshot: Snapshot }

/**
 * Copies every database, each as it was at one moment, into one file that either engine can be restored from (lines.ts
 * describes it). The servers may go on writing; memory stays flat.
 * @throws OperatorError when a database or the file will not do; then there is no file, or the one before it.
 */
export const backUp = async (
  databases: readonly ProductDatabase[],
  file: string,
  options: WriteOptions,
): Promise<BackupReport> => {
  refuseOwnFiles(databases, file)
  const opened: Opened[] = []
  const missing: ProductDatabase[] = []
  try {
    for (const database of databases) {
      const snapshot = await readingFrom(database, () => openSnapshot(database))
      if (snapshot === null) missing.push(database)
      else opened.push({ database, snapshot })
    }
    if (opened.length === 0) throw nothingThere(missing)
    const counts: TableCount[] = []
    const bytes = await writeAside(file, backupText(opened, counts), options)
    return {
      databases: opened.map(({ database: { name }, snapshot: { engine, strangers } }) => ({
        name,
        engine,
        strangers,
        tables: counts.filter(({ database }) => database === name).map(({ table, rows }) => ({ table, rows })),
      })),
      missing: missing.map(titleOf),
      bytes,
    }
  } finally {
    for (const { snapshot } of opened) await snapshot.close()
  }
}

const openSnapshot = (database: ProductDatabase): Promise<Snapshot | null> =>
  database.url === undefined ? openSqliteSnapshot(database) : openPostgresSnapshot(database.url, database.migrations)

const nothingThere = (databases: readonly ProductDatabase[]): OperatorError =>
  new OperatorError(
    `There is nothing to back up: no server has made the database ${databases.map(titleOf).join(' or ')} yet. Check DATA_DIR ` +
      'and DATABASE_URL, or start the server once.',
  )

/** With --force, a slip of the keyboard could otherwise put the backup in the place of the database. */
const refuseOwnFiles = (databases: readonly ProductDatabase[], file: string): void => {
  const own = databases.flatMap(database => ['', '-wal', '-shm'].map(ending => resolve(`${database.file}${ending}`)))
  if (own.includes(resolve(file))) throw new OperatorError(`${file} is the database itself: name another file.`)
}

/** The lines of the backup. Leaves in `counts` how many rows each table gave. */
async function* backupText(opened: readonly Opened[], counts: TableCount[]): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string): string => {
    hash.update(text)
    return text
  }
  yield hashed(
    line({
      corroborateBackup: formatVersion,
      takenAt: new Date().toISOString(),
      databases: opened.map(({ database: { name }, snapshot: { engine, migrations } }) => ({
        name,
        engine,
        migrations,
      })),
    }),
  )
  for (const { database, snapshot } of opened) {
    for (const table of snapshot.tables) {
      yield hashed(line({ database: database.name, table: table.name, columns: table.columns }))
      let rows = 0
      for await (const batch of namingDatabase(database, snapshot.rows(table))) {
        rows += batch.length
        yield hashed(batch.map(row => line(row.map(writeValue))).join(''))
      }
      counts.push({ database: database.name, table: table.name, rows })
    }
  }
  yield line({ end: { tables: counts, sha256: hash.digest('hex') } })
}

const line = (content: unknown): string => `${JSON.stringify(content)}\n`

async function* namingDatabase<T>(database: ProductDatabase, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw unreadable(database, error)
  }
}

const readingFrom = async <T>(database: ProductDatabase, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    throw unreadable(database, error)
  }
}

const unreadable = (database: ProductDatabase, error: unknown): OperatorError => {
  if (error instanceof OperatorError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new OperatorError(
    `The database ${titleOf(database)} cannot be read: ${reason}. No backup was written: repair it, or restore the last ` +
      'good backup.',
    { cause: error },
  )
}
