export { checkWrites } from './check-writes.ts'
export { onInsertCommitted } from './committed-inserts.ts'
export { connectPostgres } from './connect-postgres.ts'
export { addressOf, type DatabasePlace, describePlace } from './database-place.ts'
export { deleteInSteps } from './delete-in-steps.ts'
export { deleteOlder } from './delete-older.ts'
export { type Engine, engineOf } from './engine.ts'
export { kyselyOver } from './kysely-over.ts'
export { listed } from './listed.ts'
export {
  type AppliedMigration,
  applyMigrations,
  isOfAnotherServer,
  lockSchema,
  type Migration,
  type MigrationDatabase,
  readAppliedMigrations,
  refuseNewer,
} from './migrate.ts'
export { forgetMoved, movedTo, noteMoved, refuseMoved } from './moved-data.ts'
export { type DatabaseOptions, openDatabase } from './open-database.ts'
export { hasCaughtUp, type MayBeOld, openReplica, type Replica, withoutReplica } from './open-replica.ts'
export { beginPostgresSnapshot, beginSqliteSnapshot, type DatabaseSnapshot, openSnapshot } from './open-snapshot.ts'
export { restoreName, usersOf } from './postgres-connections.ts'
export { prepareInsert, prepareQuery, prepareStatement } from './prepare-query.ts'
export { describeData, type NamedPlace, noData, requireData } from './require-data.ts'
export { runTransaction } from './run-transaction.ts'
export { CommitUnknown, isDatabaseUnavailable, isSqliteDamage, isUniqueViolation, Outdated } from './sql-errors.ts'
export { damageError, findDamage } from './sqlite-damage.ts'
