import { existsSync, mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { applyMigrations, deleteMoveMarker, type Engine, noteMoved } from '../database/index.ts'
import { messageOf } from '../error-message/index.ts'
import { fileProblem } from '../file-problem/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { addToSecretFile, readSecretFile } from '../secret-file/index.ts'
import type { BackupHeader, BackupSection, TableCount } from './lines.ts'
import { openPostgresTarget, type Target } from './postgres-target.ts'
import { damaged, readBackup } from './read-backup.ts'
import { type ProductDatabase, type Schema, schemaAt, secretsBeside, type TableShape, titleOf } from './schema-at.ts'
import { clearTarget, migrationsOf, openSqliteTarget } from './sqlite-target.ts'

export type RestoreOptions = {
  /** Replaces existing data. Otherwise only empty databases are restored into. */
  replace: boolean
  /** The time, in epoch milliseconds, noted beside migrations that are newer than the backup. */
  now: () => number
}

export type RestoreReport = {
  takenAt: string
  databases: {
    name: string
    engine: Engine
    tables: { table: string; rows: number }[]
    /** The file that got the secrets found beside the backup. */
    secretsAddedTo: string | null
    /** New path of a damaged SQLite file that was replaced; null if there was none. */
    damagedKeptAt: string | null
    /** Names of the migrations that are newer than the backup and were applied to it. */
    migrated: string[]
  }[]
  /** Databases of the product that the backup does not hold. They are as they were. */
  leftAlone: string[]
  /** Size of the file. */
  bytes: number
}

/** Data of a database in the backup, and the schema it was taken with. */
type Plan = { database: ProductDatabase; applied: BackupHeader['databases'][number]['migrations']; schema: Schema }

/**
 * Restores a backup into the databases, on either engine, and migrates it to the current schema. The whole file is verified before any
 * database is touched, and each database changes in a single transaction.
 * @throws OperatorError if the file or a database is unsuitable, before anything has changed.
 */
export const restore = async (
  databases: readonly ProductDatabase[],
  path: string,
  options: RestoreOptions,
): Promise<RestoreReport> => {
  const file = await openFile(path)
  try {
    const { header, plans, counts } = await inspect(file, path, databases)
    const takenOver = takeSecrets(path, plans)
    const damaged = await load(file, path, plans, options)
    const held = new Set(plans.map(({ database }) => database.name))
    return {
      takenAt: header.takenAt,
      databases: plans.map(({ database, applied }) => ({
        name: database.name,
        engine: database.url === undefined ? 'sqlite' : 'postgres',
        secretsAddedTo: takenOver.get(database.name) ?? null,
        damagedKeptAt: damaged.get(database.name) ?? null,
        tables: counts.filter(count => count.database === database.name).map(({ table, rows }) => ({ table, rows })),
        migrated: database.migrations
          .map(({ name }) => name)
          .filter(name => !applied.some(migration => migration.name === name))
          .sort(),
      })),
      leftAlone: databases.map(({ name }) => name).filter(name => !held.has(name)),
      bytes: (await file.stat()).size,
    }
  } finally {
    await file.close()
  }
}

/** Adds the backup's secrets to the existing ones, which stay because the data they open may survive. */
const takeSecrets = (path: string, plans: readonly Plan[]): Map<string, string> => {
  const secrets = readSecretFile(secretsBeside(path))
  const takenOver = new Map<string, string>()
  for (const { database } of plans) {
    if (database.sealedUnder === undefined || secrets.length === 0) continue
    const folder = dirname(database.sealedUnder.file)
    if (database.isDefaultPlace === true && !existsSync(folder))
      throw new OperatorError(
        `${secretsBeside(path)} belongs into ${folder}, which is not there, so nothing was restored: set DATA_DIR.`,
      )
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    addToSecretFile(database.sealedUnder.file, secrets)
    takenOver.set(database.name, database.sealedUnder.file)
  }
  return takenOver
}

const openFile = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw fileProblem(path, 'read', error)
  }
}

/** Reads the whole file without touching a database. */
const inspect = async (
  file: FileHandle,
  path: string,
  databases: readonly ProductDatabase[],
): Promise<{ header: BackupHeader; plans: Plan[]; counts: TableCount[] }> => {
  let header: BackupHeader | undefined
  let plans: Plan[] = []
  for await (const part of readBackup(file, path)) {
    if (part.kind === 'header') {
      header = part.header
      plans = await makePlans(part.header, path, databases)
    }
    if (part.kind === 'section') findTable(plans, part.section, path)
    if (part.kind === 'end' && header !== undefined) {
      refuseMissingTables(plans, part.tables, path)
      return { header, plans, counts: part.tables }
    }
  }
  throw damaged(path, 'its end is missing')
}

const makePlans = async (
  header: BackupHeader,
  path: string,
  databases: readonly ProductDatabase[],
): Promise<Plan[]> => {
  const plans: Plan[] = []
  for (const { name, migrations: applied } of header.databases) {
    const database = databases.find(known => known.name === name)
    if (database === undefined) throw newer(path, `the database "${name}"`)
    const known = new Set(database.migrations.map(migration => migration.name))
    const unknown = applied.flatMap(migration => (known.has(migration.name) ? [] : [migration.name]))
    if (unknown.length > 0) throw newer(path, `changes to the database "${name}" (${unknown.join(', ')})`)
    plans.push({ database, applied, schema: await schemaAt(migrationsOf(database, applied)) })
  }
  return plans
}

const newer = (path: string, what: string): OperatorError =>
  new OperatorError(
    `${path} was taken by a newer version of this program: it holds ${what}, which this one does not know. Restore it with ` +
      'that version or a later one.',
  )

const findTable = (plans: readonly Plan[], section: BackupSection, path: string): { plan: Plan; table: TableShape } => {
  const plan = plans.find(({ database }) => database.name === section.database)
  const table = plan?.schema.tables.find(({ name }) => name === section.table)
  if (plan === undefined || table === undefined || section.columns.join('\n') !== table.columns.join('\n')) {
    throw damaged(path, `the table "${section.table}" is not what its version had`)
  }
  return { plan, table }
}

const refuseMissingTables = (plans: readonly Plan[], counts: readonly TableCount[], path: string): void => {
  const wanted = plans.flatMap(({ database, schema }) => schema.tables.map(({ name }) => `${database.name} ${name}`))
  const found = counts.map(({ database, table }) => `${database} ${table}`)
  if (wanted.toSorted().join('\n') !== found.toSorted().join('\n')) {
    throw damaged(path, 'it does not hold every table once')
  }
}

type Loading = { plan: Plan; target: Target; resumeRules: () => Promise<void> }

const load = async (
  file: FileHandle,
  path: string,
  plans: readonly Plan[],
  { replace, now }: RestoreOptions,
): Promise<Map<string, string | null>> => {
  const loading = new Map<Plan, Loading>()
  try {
    for (const plan of plans) {
      const { database } = plan
      const target = await changing(database, () =>
        database.url === undefined
          ? openSqliteTarget(database, { replace, now })
          : openPostgresTarget(database, database.url),
      )
      loading.set(plan, { plan, target, resumeRules: async () => {} })
      const resumeRules = await changing(database, () => prepare(plan, target, { replace, now }))
      loading.set(plan, { plan, target, resumeRules })
    }
    let into: { database: ProductDatabase; target: Target; table: TableShape } | undefined
    for await (const part of readBackup(file, path)) {
      if (part.kind === 'section') {
        const { plan, table } = findTable(plans, part.section, path)
        const target = loading.get(plan)?.target
        into = target && { database: plan.database, target, table }
      }
      if (part.kind !== 'rows' || into === undefined) continue
      const { database, target, table } = into
      await changing(database, () => target.insert(table, part.rows), ` in its table "${table.name}"`)
    }
    for (const each of loading.values()) await changing(each.plan.database, () => finish(each, now))
    for (const { plan, target } of loading.values()) {
      await changing(plan.database, () => target.transaction.commit().execute())
      if (plan.database.url === undefined) deleteMoveMarker(plan.database.file)
      else noteMoved(plan.database, now())
    }
    return new Map([...loading.values()].map(({ plan, target }) => [plan.database.name, target.damagedKeptAt]))
  } finally {
    for (const { target } of loading.values()) await target.close()
  }
}

/** Creates the schema of the backup without rows. Returns a function that restores suspended constraints. */
const prepare = async (
  { database, applied, schema }: Plan,
  target: Target,
  { replace, now }: RestoreOptions,
): Promise<Loading['resumeRules']> => {
  const { transaction: tx } = target
  await clearTarget(database, target, replace)
  await applyMigrations(tx, migrationsOf(database, applied), now)
  const resumeRules = await target.suspendRules(schema.tables)
  // The backup includes rows created by migrations, unless they were deleted.
  for (const { name } of schema.tables) await sql`delete from ${sql.table(name)}`.execute(tx)
  return resumeRules
}

/** Checks the rows, and brings the schema from the backup's version to this one. */
const finish = async (
  { plan: { database, applied, schema }, target, resumeRules }: Loading,
  now: () => number,
): Promise<void> => {
  const { transaction: tx } = target
  await target.setCounters(schema.tables)
  await resumeRules()
  for (const { name, appliedAt } of applied) {
    await tx.updateTable('schema_migration').set({ applied_at: appliedAt }).where('name', '=', name).execute()
  }
  await applyMigrations(tx, database.migrations, now)
}

const changing = async <T>(database: ProductDatabase, change: () => Promise<T>, where = ''): Promise<T> => {
  try {
    return await change()
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const title = titleOf(database)
    const reason = messageOf(error)
    const sentence = `The database ${title} refused the backup${where}: ${reason}. It is as it was.`
    throw new OperatorError(advice(title, error) ?? sentence, { cause: error })
  }
}

const advice = (title: string, error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  // SQLITE_FULL; PostgreSQL's disk_full and lock_not_available.
  if (('errcode' in error && error.errcode === 13) || ('code' in error && error.code === '53100')) {
    return `The disk of the database ${title} is full, so nothing was restored: make room, then restore again.`
  }
  if ('code' in error && error.code === '55P03') {
    return `The database ${title} is in use, so nothing was restored: stop the servers, then restore again.`
  }
  return undefined
}
