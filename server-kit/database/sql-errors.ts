const fieldOf = (error: unknown, field: 'errcode' | 'code' | 'routine' | 'severity'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined

/** SQLite's primary result code: the low byte of the error code (https://sqlite.org/rescode.html). */
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
 * True if PostgreSQL rejects a prepared statement whose columns were changed by a newer node's migration. It fails permanently on this
 * connection, before anything was done.
 */
export const isOutdatedPlan = (error: unknown): boolean =>
  fieldOf(error, 'code') === '0A000' && fieldOf(error, 'routine') === 'RevalidateCachedQuery'

/** A transaction's precondition changed before its lock: thrown inside `runTransaction`, it causes a retry. */
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
export const isAbortedTransaction = (error: unknown): boolean =>
  error instanceof Outdated || /^40(?:001|P01)$/.test(String(fieldOf(error, 'code')))

/** The connection was lost during COMMIT, so the outcome is unknown. Never retried automatically, because it might be done twice. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/** SQLSTATE and codes of Node that say that there is no connection, or that a server is stopping, has crashed or is starting. */
const lost =
  /^(?:08...|57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Lost connection errors of `pg` itself have no code. */
const lostInWords =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/**
 * True if there is no connection or it was closed. A transaction that failed this way before COMMIT was sent has done nothing; during
 * COMMIT it is `CommitUnknown` instead.
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
 * True if the database is temporarily unavailable: it is restarting or closed the connection, a lock on SQLite's file or a row timed out, a
 * statement timed out, or every transaction attempt was aborted. Also true if it cannot write because its disk is full, broken or
 * read-only. The same request may succeed later.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isSqliteBusy(error) ||
  isSqliteDiskError(error) ||
  error instanceof RolledBack ||
  error instanceof CommitUnknown ||
  isAbortedTransaction(error) ||
  isConnectionLost(error) ||
  isReadOnly(error) ||
  overtaxed.test(String(fieldOf(error, 'code')))
