import { existsSync } from 'node:fs'
import { OperatorError } from '../operator-error/index.ts'
import { connectPostgres } from './connect-postgres.ts'
import { type DatabasePlace, describePlace } from './database-place.ts'
import { kyselyOver } from './kysely-over.ts'
import { readAppliedMigrations } from './migrate.ts'
import { refuseMoved } from './moved-data.ts'
import { beginSqliteSnapshot } from './open-snapshot.ts'
import { isSqliteDamage } from './sql-errors.ts'
import { damageError, findDamage } from './sqlite-damage.ts'

/** A database that a command acts on, with the name it has in messages. */
export type NamedPlace = DatabasePlace & { name: string }

/** Describes the data that a command acts on, for the operator. */
export const describeData = (places: readonly NamedPlace[]): string =>
  `Data: ${places.map(place => `${place.name} in ${describePlace(place)}`).join('; ')}.\n`

/**
 * Requires that the data of a command exists, and creates nothing.
 * @throws OperatorError if a database was never created by a server, or its data moved elsewhere.
 */
export const requireData = async (places: readonly NamedPlace[]): Promise<void> => {
  for (const place of places) {
    refuseMoved(place)
    if (!(await hasData(place))) throw noData(place)
  }
}

/** True if a server has made its tables there. */
const hasData = async ({ url, file }: DatabasePlace): Promise<boolean> => {
  if (url !== undefined) {
    const db = await connectPostgres<unknown>(url)
    try {
      return (await readAppliedMigrations(db)) !== null
    } finally {
      await db.destroy()
    }
  }
  if (!existsSync(file)) return false
  try {
    const db = kyselyOver<unknown>(beginSqliteSnapshot(file))
    try {
      return (await readAppliedMigrations(db)) !== null
    } finally {
      await db.destroy()
    }
  } catch (error) {
    const finding = isSqliteDamage(error) ? findDamage(file) : null
    throw finding === null ? error : damageError(file, finding)
  }
}

/** The error of a command that finds no data. */
export const noData = (place: NamedPlace): OperatorError => {
  const variables = place.name === 'identity' ? 'IDENTITY_DATABASE_URL' : 'DATABASE_URL'
  return new OperatorError(
    `There is no data of "${place.name}" in ${describePlace(place)}, and this command creates none: check DATA_DIR and ` +
      `${variables}, use the installation's "corroborate" command, which knows them, or start the server once.`,
  )
}
