export { onInsertCommitted } from './committed-inserts.ts'
export { deleteInSteps, deleteOlder, runTransaction } from './delete-older.ts'
export {
  type AppliedMigration,
  applyMigrations,
  checkWrites,
  type Engine,
  engineOf,
  isOfAnotherServer,
  listed,
  lockSchema,
  type Migration,
  type MigrationDatabase,
  readAppliedMigrations,
  rejectNewerSchema,
} from './migrate.ts'
export {
  addressOf,
  connectPostgres,
  type DatabasePlace,
  deleteMoveMarker,
  describePlace,
  movedTo,
  noteMoved,
  rejectMovedData,
  restoreName,
  usersOf,
} from './moved-data.ts'
export { type DatabaseOptions, damageError, findDamage, openDatabase } from './open-database.ts'
export { hasCaughtUp, type MayBeOld, openReplica, type Replica, withoutReplica } from './open-replica.ts'
export { prepareInsert, prepareQuery, prepareStatement } from './prepare-query.ts'
export {
  beginPostgresSnapshot,
  beginSqliteSnapshot,
  type DatabaseSnapshot,
  describeData,
  kyselyOver,
  type NamedPlace,
  noData,
  openSnapshot,
  requireData,
} from './require-data.ts'
export { CommitUnknown, isDatabaseUnavailable, isSqliteDamage, isUniqueViolation, Outdated } from './sql-errors.ts'
