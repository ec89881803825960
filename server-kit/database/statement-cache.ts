import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

export type CachedStatement = { statement: StatementSync; returnsRows: boolean }

/** Prepares each SQL text once, for as long as it is among the `max` texts used last. */
export type StatementCache = (sql: string) => CachedStatement

export const createStatementCache = (db: DatabaseSync, max = 500): StatementCache => {
  const statements = new LRUCache<string, CachedStatement>({ max })
  return sql => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = db.prepare(sql)
    const made = { statement, returnsRows: statement.columns().length > 0 }
    statements.set(sql, made)
    return made
  }
}
