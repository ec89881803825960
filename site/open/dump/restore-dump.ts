import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { engineOf, runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type Kysely, sql } from 'kysely'
import { openWorksWriter, prepareWork } from '../../paper/works-index/index.ts'
import { inGroups } from './pages.ts'
import { readLines, verifyDump } from './read-dump.ts'
import { resources, workOfLine, works } from './resources/index.ts'
import type { DumpTables } from './tables.ts'

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
