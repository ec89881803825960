import type { DatabaseSync, StatementSync } from 'node:sqlite'

export type CachedStatement = { statement: StatementSync; returnsRows: boolean }

/** Prepares each SQL text once and keeps the `capacity` texts used last. */
export class StatementCache {
  readonly #db: DatabaseSync
  readonly #capacity: number
  readonly #statements = new Map<string, CachedStatement>()

  constructor(db: DatabaseSync, capacity = 500) {
    this.#db = db
    this.#capacity = capacity
  }

  get(sql: string): CachedStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) {
      // A Map keeps its order of insertion: taking out and putting back makes this the youngest.
      this.#statements.delete(sql)
      this.#statements.set(sql, known)
      return known
    }
    const statement = this.#db.prepare(sql)
    const made = { statement, returnsRows: statement.columns().length > 0 }
    this.#statements.set(sql, made)
    if (this.#statements.size > this.#capacity) {
      const oldest = this.#statements.keys().next().value
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    return made
  }

  get size(): number {
    return this.#statements.size
  }
}
