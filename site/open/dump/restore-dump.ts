import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf } from '@corroborate/server-kit/bounded-reading'
import { engineOf, runTransaction } from '@corroborate/server-kit/database'
import { messageOf } from '@corroborate/server-kit/error-message'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { openWorksWriter, prepareWork } from '../../paper/works-index/index.ts'
import { dumpVersion, fileOf, packageFile } from './data-package.ts'
import { type Described, inGroups } from './pages.ts'
import { resources, workOfLine, works } from './resources/index.ts'
import type { DumpTables } from './tables.ts'

/** Bytes of the longest line that is read: a report with all of its fields full has a hundredth of it. */
const longestLine = 64_000_000

const described = z.object({
  name: z.literal('corroborate'),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  resources: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      bytes: z.int().nonnegative(),
      hash: z.string().regex(/^sha256:[\da-f]{64}$/),
    }),
  ),
})

/**
 * Verifies that a folder holds a complete dump: each of `wanted` is present with the size and SHA-256 of its description.
 * @throws OperatorError with the difference
 */
const verifyDump = async (folder: string, wanted: readonly Described[]): Promise<void> => {
  const { version, resources } = await readPackage(folder)
  if (Number(version.split('.')[0]) !== dumpVersion)
    throw new OperatorError(`${folder} is a version ${version} dump; this program reads version ${dumpVersion}.`)
  for (const resource of wanted) {
    const file = fileOf(resource)
    const told = resources.find(({ name, path }) => name === resource.name && path === file)
    if (told === undefined) throw new OperatorError(`${folder} does not list ${file}: the dump is incomplete.`)
    const { bytes, sha256 } = await hashOf(join(folder, file))
    if (bytes !== told.bytes || told.hash !== `sha256:${sha256}`)
      throw new OperatorError(`${join(folder, file)} does not match its checksum: it was truncated or modified.`)
  }
}

const readPackage = async (folder: string): Promise<z.infer<typeof described>> => {
  const file = join(folder, packageFile)
  try {
    return described.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)
    throw new OperatorError(`${folder} is not a dump of a site: ${packageFile} cannot be read. ${reason}`)
  }
}

const hashOf = async (file: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${messageOf(error)}`)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Iterates the lines of a dump file. @throws OperatorError for a line that does not match its schema */
async function* readLines<Line>(
  folder: string,
  resource: Pick<Described, 'name'> & { line: z.ZodType<Line> },
): AsyncGenerator<Line> {
  const file = join(folder, fileOf(resource))
  for await (const { at, text } of linesOf(createReadStream(file), longestLine)) {
    if (text === null) throw new OperatorError(`${file}:${at} is not a line of a dump: it is longer than 64 MB.`)
    yield parsedLine(resource.line, text, `${file}:${at}`)
  }
}

const parsedLine = <Line>(schema: z.ZodType<Line>, text: string, where: string): Line => {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)
    throw new OperatorError(`${where} is not a line of a dump: ${reason}`)
  }
}

/** Checks that every file of a dump is whole. @throws OperatorError */
export const checkDump = (folder: string): Promise<void> => verifyDump(folder, [works, ...resources])

/** Restore target: an empty database, and a path for the works index without a file. */
export type RestoreTarget = {
  db: Kysely<DumpTables>
  indexFile: string
  /** Epoch ms. */
  now: number
}

/**
 * Restores a verified dump into an empty site, atomically. Its pages then equal the original's, without accounts.
 * @throws OperatorError if the site is not empty
 */
export const restoreDump = async (folder: string, target: RestoreTarget): Promise<{ works: number }> => {
  const { db, indexFile, now } = target
  await refuseFilled(target)
  const part = `${indexFile}.part`
  let isMoved = false
  try {
    const count = await restoreWorks(folder, part)
    await runTransaction(db, async tx => {
      for (const resource of resources)
        for await (const lines of inGroups(readLines(folder, resource))) await resource.restore(tx, lines, now)
      // Last, so that only the commit can still fail. When that runs again, the file is in its place already.
      if (!isMoved) await rename(part, indexFile)
      isMoved = true
    })
    return { works: count }
  } catch (error) {
    for (const end of ['', '-wal', '-shm']) await rm(part + end, { force: true })
    if (isMoved) await rm(indexFile, { force: true })
    throw error
  }
}

const restoreWorks = async (folder: string, file: string): Promise<number> => {
  for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true })
  const writer = openWorksWriter(file)
  try {
    for await (const lines of inGroups(readLines(folder, works)))
      writer.put(
        lines.map(line => prepareWork(workOfLine(line))),
        'keep',
      )
    writer.refreshVocabulary()
    while (!writer.mergeStep()) {}
    return writer.count()
  } finally {
    writer.close()
  }
}

const advice = 'A dump is restored into an empty site: point DATA_DIR and DATABASE_URL at new places.'

/** @throws OperatorError when there is an index of works, or any table has a row */
const refuseFilled = async ({ db, indexFile }: Pick<RestoreTarget, 'db' | 'indexFile'>): Promise<void> => {
  if (existsSync(indexFile)) throw new OperatorError(`${indexFile} is there already. ${advice}`)
  for (const table of await tablesOf(db)) {
    const { rows } = await sql`select 1 from ${sql.id(table)} limit 1`.execute(db)
    if (rows.length > 0) throw new OperatorError(`The database has rows already (in ${table}). ${advice}`)
  }
}

/** Tables in which a new database has rows: the one that notes its migrations, and where the list for programs begins. */
const filledByMigrations: readonly string[] = ['schema_migration', 'activity_places']

/** The other tables of a database. */
const tablesOf = async (db: Kysely<DumpTables>): Promise<string[]> => {
  const names =
    engineOf(db) === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const { rows } = await names.execute(db)
  return rows.map(({ name }) => name).filter(name => !filledByMigrations.includes(name))
}
