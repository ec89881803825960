import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
  validateTransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { type CommittedInserts, insertedTable } from './committed-inserts.ts'
import { makeStatementNames } from './statement-names.ts'

type Shared = { inserts: CommittedInserts; nameOf: ReturnType<typeof makeStatementNames> }

/** Kysely's driver over a pool of `pg`, with named statements and word of committed inserts. */
export class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #shared: Shared

  constructor(pool: Pool, inserts: CommittedInserts) {
    this.#pool = pool
    this.#shared = { inserts, nameOf: makeStatementNames() }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PostgresConnection(await this.#pool.connect(), this.#shared)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    asOurs(connection).release()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    validateTransactionSettings(settings)
    const { isolationLevel, accessMode } = settings
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
    await asOurs(connection).begin(`start transaction${level} ${accessMode ?? ''}`)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await asOurs(connection).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await asOurs(connection).rollback()
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await asOurs(connection).command(`savepoint ${quoted(name)}`)
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await asOurs(connection).command(`rollback to ${quoted(name)}`)
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await asOurs(connection).command(`release ${quoted(name)}`)
  }

  async destroy(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #shared: Shared
  readonly #inserted = new Set<string>()
  #inTransaction = false
  #unfit = false

  constructor(client: PoolClient, shared: Shared) {
    this.#client = client
    this.#shared = shared
  }

  async begin(start: string): Promise<void> {
    await this.command(start)
    this.#inTransaction = true
  }

  async commit(): Promise<void> {
    // PostgreSQL answers COMMIT with ROLLBACK when a statement of the transaction had failed.
    const outcome = await this.command('commit')
    this.#inTransaction = false
    if (outcome === 'ROLLBACK') throw new Error('PostgreSQL rolled back the transaction: a statement in it had failed.')
    this.#shared.inserts.announce(this.#inserted)
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false
    try {
      await this.command('rollback')
    } catch (error) {
      this.#unfit = true
      throw error
    }
  }

  async command(text: string): Promise<string> {
    const { command } = await this.#client.query(text)
    return command
  }

  release(): void {
    this.#client.release(this.#unfit)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { nameOf, inserts } = this.#shared
    const name = nameOf(query)
    const values = [...query.parameters]
    try {
      const result = await this.#client.query(
        name === undefined ? { text: query.sql, values } : { name, text: query.sql, values },
      )
      const table = insertedTable(query)
      if (table !== undefined) {
        if (this.#inTransaction) this.#inserted.add(table)
        else inserts.announce(new Set([table]))
      }
      const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command)
      return { rows: result.rows ?? [], ...(changes && { numAffectedRows: BigInt(result.rowCount ?? 0) }) }
    } catch (error) {
      // After a migration by a newer node, plans of the old shape are refused for good on this connection.
      if (error instanceof Error && error.message.includes('cached plan must not change')) this.#unfit = true
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator, and there is nothing to yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: read in pages, by key.')
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const asOurs = (connection: DatabaseConnection): PostgresConnection => {
  if (connection instanceof PostgresConnection) return connection
  throw new TypeError('This connection belongs to another driver.')
}
