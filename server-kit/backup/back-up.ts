import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Engine, rejectMovedData } from '../database/index.ts'
import { messageOf } from '../error-message/index.ts'
import { fileProblem } from '../file-problem/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { ownedAsFolder } from '../private-file/index.ts'
import { addToSecretFile, readSecretFile } from '../secret-file/index.ts'
import { formatVersion, type TableCount } from './lines.ts'
import { openPostgresSnapshot, openSqliteSnapshot, type Snapshot } from './postgres-snapshot.ts'
import { type ProductDatabase, secretsBeside, titleOf } from './schema-at.ts'
import { writeValue } from './value.ts'

type WriteOptions = {
  /** Replace a file that is there. */
  force: boolean
  /** Aborted: nothing is left behind. */
  signal?: AbortSignal | undefined
}

type AsideOptions = WriteOptions & {
  /** Called when the text is whole and on the disk, before it takes its name. Throws: nothing is left behind. */
  beforeNamed?: () => void
}

/**
 * Writes gzip'd text to `file`, readable by its owner only. It is written to `file.part` and takes its name when it is
 * whole and on the disk, so that a file of this name is never a part of one.
 * @returns its size in bytes.
 * @throws OperatorError when it is there already, or cannot be written.
 */
const writeAside = async (file: string, text: AsyncIterable<string>, options: AsideOptions): Promise<number> => {
  await refuseExisting(file, options.force)
  const part = `${file}.part`
  const handle = await create(file, part)
  try {
    await pipeline(text, createGzip(), packed => handle.writeFile(packed), { signal: options.signal })
    await handle.sync()
    const { size } = await handle.stat()
    if (!(await isStill(part, handle))) {
      throw new OperatorError(`Another backup is being written to ${file}: wait for that one, or name another file.`)
    }
    await refuseExisting(file, options.force)
    options.beforeNamed?.()
    await rename(part, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    if (await isStill(part, handle)) await rm(part, { force: true })
    if (options.signal?.aborted) throw new OperatorError('The backup was interrupted; nothing was written.')
    throw fileProblem(file, 'written', error)
  } finally {
    await handle.close()
  }
}

const create = async (file: string, part: string): Promise<FileHandle> => {
  try {
    // Leftover of a killed run. A concurrent run notices that its file is gone.
    await rm(part, { force: true })
    const handle = await open(part, 'wx', 0o600)
    ownedAsFolder(part)
    return handle
  } catch (error) {
    throw fileProblem(file, 'written', error)
  }
}

const refuseExisting = async (file: string, force: boolean): Promise<void> => {
  const found = await stat(file).catch(() => null)
  if (found === null) return
  if (found.isDirectory()) throw new OperatorError(`${file} is a folder: name a file in it.`)
  if (!force) throw new OperatorError(`${file} is there already: name another file, or say --force to replace it.`)
}

const isStill = async (path: string, handle: FileHandle): Promise<boolean> => {
  const [there, ours] = await Promise.all([stat(path).catch(() => null), handle.stat()])
  return there !== null && there.ino === ours.ino && there.dev === ours.dev
}

/** Makes the new name durable, where folders can be synced. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

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
  rejectMovedData(database)
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
