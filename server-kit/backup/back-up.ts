import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { type Engine, refuseMoved } from '../database/index.ts'
import { messageOf } from '../error-message/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { addToSecretFile, readSecretFile } from '../secret-file/index.ts'
import { formatVersion, type TableCount } from './lines.ts'
import { openPostgresSnapshot } from './postgres-snapshot.ts'
import { type ProductDatabase, secretsBeside, titleOf } from './product-database.ts'
import type { Snapshot } from './snapshot.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'
import { writeValue } from './value.ts'
import { type WriteOptions, writeAside } from './write-aside.ts'

export type BackupReport = {
  databases: {
    name: string
    engine: Engine
    tables: { table: string; rows: number }[]
    strangers: string[]
    /** Source of the secret for sealed values: the file beside the backup, or the name of a setting. */
    opensWith: string | null
    /** True if there are sealed values without a known secret. */
    isWithoutSecret: boolean
  }[]
  /** Databases that no server has made yet, and that the backup therefore does not hold. */
  missing: string[]
  /** Size of the file. */
  bytes: number
}

export type BackupOptions = WriteOptions & {
  /** The time, in epoch milliseconds. */
  now: () => number
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
  { now, ...options }: BackupOptions,
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
    let opening = new Map<string, Opening>()
    const bytes = await writeAside(file, backupText(opened, counts, now()), {
      ...options,
      // Just before the backup gets its name: no backup is without its secret, and one that failed leaves none behind.
      beforeNamed: () => {
        opening = new Map(opened.map(({ database }) => [database.name, putSecretBeside(database, file)]))
      },
    })
    return {
      databases: opened.map(({ database: { name }, snapshot: { engine, strangers } }) => ({
        name,
        engine,
        strangers,
        ...(opening.get(name) ?? { opensWith: null, isWithoutSecret: false }),
        tables: counts.filter(({ database }) => database === name).map(({ table, rows }) => ({ table, rows })),
      })),
      missing: missing.map(titleOf),
      bytes,
    }
  } finally {
    for (const { snapshot } of opened) await snapshot.close()
  }
}

type Opening = Pick<BackupReport['databases'][number], 'opensWith' | 'isWithoutSecret'>

const putSecretBeside = ({ sealedUnder }: ProductDatabase, file: string): Opening => {
  if (sealedUnder === undefined) return { opensWith: null, isWithoutSecret: false }
  const secrets = readSecretFile(sealedUnder.file)
  if (secrets.length === 0) return { opensWith: sealedUnder.setting, isWithoutSecret: sealedUnder.setting === null }
  addToSecretFile(secretsBeside(file), secrets)
  return { opensWith: secretsBeside(file), isWithoutSecret: false }
}

const openSnapshot = async (database: ProductDatabase): Promise<Snapshot | null> => {
  refuseMoved(database)
  return database.url === undefined
    ? openSqliteSnapshot(database)
    : openPostgresSnapshot(database.url, database.migrations)
}

const nothingThere = (databases: readonly ProductDatabase[]): OperatorError =>
  new OperatorError(
    `There is nothing to back up: no server has made the database ${databases.map(titleOf).join(' or ')} yet. Check DATA_DIR ` +
      'and DATABASE_URL, use the installation\'s "corroborate" command, which knows them, or start the server once.',
  )

/** With --force, a mistyped path could otherwise replace the database by its backup. */
const refuseOwnFiles = (databases: readonly ProductDatabase[], file: string): void => {
  const own = databases.flatMap(({ file, sealedUnder }) => [
    ...['', '-wal', '-shm'].map(ending => `${file}${ending}`),
    ...(sealedUnder === undefined ? [] : [sealedUnder.file]),
  ])
  if (own.some(path => resolve(path) === resolve(file)))
    throw new OperatorError(`${file} belongs to the database itself: name another file.`)
}

/** The lines of the backup. Leaves in `counts` how many rows each table gave. */
async function* backupText(opened: readonly Opened[], counts: TableCount[], takenAt: number): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string): string => {
    hash.update(text)
    return text
  }
  yield hashed(
    line({
      corroborateBackup: formatVersion,
      takenAt: new Date(takenAt).toISOString(),
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
  const reason = messageOf(error)
  return new OperatorError(
    `The database ${titleOf(database)} cannot be read: ${reason}. No backup was written: repair it, or restore the last ` +
      'good backup.',
    { cause: error },
  )
}
