const fieldOf = (error: unknown, field: 'errcode' | 'code' | 'routine'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined

/** SQLITE_BUSY, in the low byte of SQLite's result codes: another connection is writing. */
export const isSqliteBusy = (error: unknown): boolean => {
  const code = fieldOf(error, 'errcode')
  return typeof code === 'number' && (code & 0xff) === 5
}

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
