const fieldOf = (error: unknown, field: 'errcode' | 'code' | 'routine' | 'severity'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined

/** SQLite's primary result code: the low byte of what its errors carry (https://sqlite.org/rescode.html). */
const sqliteCode = (error: unknown): number => Number(fieldOf(error, 'errcode')) & 0xff

/** SQLITE_BUSY: another connection is writing. */
export const isSqliteBusy = (error: unknown): boolean => sqliteCode(error) === 5

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN: the disk takes nothing, or does not work. */
const isSqliteDiskError = (error: unknown): boolean => [8, 10, 13, 14].includes(sqliteCode(error))

/** SQLITE_CORRUPT and SQLITE_NOTADB: the file is damaged, or is no database. */
export const isSqliteDamage = (error: unknown): boolean => [11, 26].includes(sqliteCode(error))

/** True when a statement failed because a row with the same key is there already, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  // SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY; PostgreSQL's unique_violation.
  fieldOf(error, 'errcode') === 2067 || fieldOf(error, 'errcode') === 1555 || fieldOf(error, 'code') === '23505'

/**
 * PostgreSQL refuses a prepared statement whose columns a migration, by a newer node, has changed. It is refused on this
 * connection for good, before anything was done.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  fieldOf(error, 'code') === '0A000' && fieldOf(error, 'routine') === 'RevalidateCachedQuery'

/** What a transaction decided on has changed before it held it: thrown inside `runTransaction`, it begins again. */
export class Outdated extends Error {
  override name = 'Outdated'
}

/** SQLite undid a transaction by itself, as it does when the disk is full: nothing of it has been done. */
export class RolledBack extends Error {
  override name = 'RolledBack'
}

/**
 * True when a transaction was given up so that others could go on: by PostgreSQL, for a failure to serialise or a deadlock,
 * or by itself. Nothing of it has been done, and the same transaction may succeed when it runs again.
 */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Outdated || /^40(?:001|P01)$/.test(String(fieldOf(error, 'code')))

/**
 * The connection was lost while a change was being stored, so that nobody here knows whether it is. It is never done again by
 * itself: it might be done twice.
 */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/** SQLSTATE and codes of Node that say that there is no connection, or that a server is stopping, has crashed or is starting. */
const lost =
  /^(?:08...|57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** What `pg` itself says of a lost connection has no code. */
const lostInWords =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/**
 * True when there is no connection, or it has ended. A transaction that met this before its COMMIT was sent has done nothing;
 * what met it while it was being stored is `CommitUnknown` instead.
 */
export const isConnectionLost = (error: unknown): boolean =>
  !(error instanceof CommitUnknown) &&
  (lost.test(String(fieldOf(error, 'code'))) ||
    // PostgreSQL ends the connection with these, or never lets it begin.
    fieldOf(error, 'severity') === 'FATAL' ||
    (error instanceof Error && lostInWords.test(error.message)))

/** 25006: the connection leads to a server that only reads, as a primary does that has become a standby. */
export const isReadOnly = (error: unknown): boolean => fieldOf(error, 'code') === '25006'

/**
 * SQLSTATE of a server that waited too long for a row (55P03) or for a statement (57014), or has no disk (53100), no memory (53200),
 * no connection to spare (53300) or a broken disk (58030) (PostgreSQL's manual, appendix A).
 */
const overtaxed = /^(?:55P03|57014|53[123]00|58030)$/

/**
 * True when the database could not be asked at all, or hung up: it is being restarted, say, or SQLite's file or a row was
 * locked for longer than we wait, a statement took too long, or a transaction was given up every time. Also when it can write
 * nothing: its disk is full, broken or read-only. The same call may succeed later.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isSqliteBusy(error) ||
  isSqliteDiskError(error) ||
  error instanceof RolledBack ||
  error instanceof CommitUnknown ||
  isGivenUp(error) ||
  isConnectionLost(error) ||
  isReadOnly(error) ||
  overtaxed.test(String(fieldOf(error, 'code')))
