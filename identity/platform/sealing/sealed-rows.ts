import { runTransaction } from '@corroborate/server-kit/database'
import { ConfigurationError } from '@corroborate/server-kit/operator-error'
import { makeSecretFile, readSecretFile } from '@corroborate/server-kit/secret-file'
import type { Settings } from '@corroborate/server-kit/settings'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { createSealer, type Sealer, sealedMark } from './sealer.ts'

/** A column with sealed values, and the column of the row's ID. An empty value is not sealed. */
export type SealedColumn = { table: string; id: string; value: string }

/** Rows per transaction, few enough to keep locks short. */
const atOnce = 200

/** True if any value is sealed with another prefix. */
const holdsOtherSeals = async (
  db: Database,
  columns: readonly SealedColumn[],
  prefixes: readonly string[],
): Promise<boolean> => {
  for (const { table, value } of columns) {
    const isOther = prefixes.map(prefix => sql` and ${sql.ref(value)} not like ${`${prefix}%`}`)
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(value)} like ${`${sealedMark}%`}${sql.join(isOther, sql``)} limit 1
    `.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

type ValueRow = { project_id: string; id: string; value: string }

/**
 * Re-encrypts plain values and those sealed with older secrets, using the newest one. Interruptible and repeatable: each value is replaced
 * atomically, if unchanged since it was read.
 * @returns the number of values sealed.
 */
export const sealRows = async (db: Database, sealer: Sealer, columns: readonly SealedColumn[]): Promise<number> => {
  let sealed = 0
  for (const column of columns) {
    let after: Pick<ValueRow, 'project_id' | 'id'> = { project_id: '', id: '' }
    for (;;) {
      const rows = await readOthers(db, sealer, column, after)
      const last = rows.at(-1)
      if (last === undefined) break
      await runTransaction(db, async tx => {
        for (const { project_id: projectId, id, value } of rows) {
          const row = { table: column.table, projectId, id }
          const text = value.startsWith(sealedMark) ? sealer.open(value, row) : value
          await sql`
            update ${sql.table(column.table)} set ${sql.ref(column.value)} = ${sealer.seal(text, row)}
            where project_id = ${projectId} and ${sql.ref(column.id)} = ${id} and ${sql.ref(column.value)} = ${value}
          `.execute(tx)
        }
      })
      sealed += rows.length
      after = last
    }
  }
  return sealed
}

/** The next values, in the order of their keys, that are not sealed under the newest secret. */
const readOthers = async (
  db: Database,
  { prefixes: [newest] }: Sealer,
  { table, id, value }: SealedColumn,
  after: Pick<ValueRow, 'project_id' | 'id'>,
): Promise<ValueRow[]> => {
  const { rows } = await sql<ValueRow>`
    select project_id, ${sql.ref(id)} as id, ${sql.ref(value)} as value from ${sql.table(table)}
    where ${sql.ref(value)} not like ${`${newest}%`} and ${sql.ref(value)} <> ''
      and (project_id, ${sql.ref(id)}) > (${after.project_id}, ${after.id})
    order by project_id, ${sql.ref(id)} limit ${atOnce}
  `.execute(db)
  return rows
}

/**
 * Opens a sealer with the secrets of IDENTITY_SECRET and of the file in the data folder. If neither exists, the file is created, except for
 * a database sealed with an unavailable secret.
 * @throws OperatorError if the database contains values that these secrets cannot open.
 */
export const openSealer = async (
  db: Database,
  columns: readonly SealedColumn[],
  settings: Pick<Settings, 'identity'>,
): Promise<Sealer> => {
  const { secrets, secretFile } = settings.identity
  const known = [...secrets.map(secret => secret.reveal()), ...readSecretFile(secretFile)]
  await requireOpenable(db, columns, known.length === 0 ? [] : createSealer(known).prefixes, settings)
  return createSealer(known.length === 0 ? makeSecretFile(secretFile) : known)
}

/** @throws OperatorError if the database contains sealed values with other prefixes. */
export const requireOpenable = async (
  db: Database,
  columns: readonly SealedColumn[],
  prefixes: readonly string[],
  { identity: { secretFile } }: Pick<Settings, 'identity'>,
): Promise<void> => {
  if (!(await holdsOtherSeals(db, columns, prefixes))) return
  throw new ConfigurationError(
    'The identity provider’s database contains values encrypted with a different secret. Set IDENTITY_SECRET ' +
      `to the original secret, or restore the file ${secretFile}. Nothing was changed.`,
  )
}
