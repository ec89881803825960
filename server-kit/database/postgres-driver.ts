import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
  validateTransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { type CommittedInserts, insertedTable } from './committed-inserts.ts'
import { CommitUnknown, isConnectionLost, isOutdatedPlan, isReadOnly } from './sql-errors.ts'

/**
 * True for a statement that changes nothing, so that it may be sent again. One that begins with WITH may hold an INSERT, and
 * counts as changing something. Pure.
 */
export const isReading = (sql: string): boolean => /^[\s(]*(?:select|values|show|explain)\b/i.test(sql)

const planned: ReadonlySet<string> = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
])

/**
 * Names SQL texts, so that PostgreSQL parses each once per connection and can cache its plan. After `capacity` texts new ones stay unnamed,
 * because unbounded variations (such as list lengths) would fill the server's memory.
 */
export const makeStatementNames = (capacity = 1000): ((query: CompiledQuery) => string | undefined) => {
  const names = new Map<string, string>()
  return ({ sql, query, parameters }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    const worthNaming = planned.has(query.kind) || (query.kind === 'RawNode' && parameters.length > 0)
    if (!worthNaming || names.size >= capacity) return undefined
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
    names.set(sql, name)
    return name
  }
}

type Shared = { pool: pg.Pool; inserts: CommittedInserts; nameOf: ReturnType<typeof makeStatementNames> }

/** Kysely's driver over a pool of `pg`, with named statements; it announces committed inserts. */
export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #shared: Shared

  constructor(pool: pg.Pool, inserts: CommittedInserts) {
    this.#pool = pool
    this.#shared = { pool, inserts, nameOf: makeStatementNames() }
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

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

class PostgresConnection implements DatabaseConnection {
  #client: pg.PoolClient
  readonly #shared: Shared
  readonly #inserted = new Set<string>()
  #inTransaction = false
  #unfit = false
  #released = false

  constructor(client: pg.PoolClient, shared: Shared) {
    this.#client = client
    this.#shared = shared
    client.on('error', this.#onBroken)
  }

  /** A connection that breaks while it is in use fails its query and is not kept. Without a listener it would end the process. */
  readonly #onBroken = (): void => {}

  async begin(start: string): Promise<void> {
    await this.command(start)
    this.#inTransaction = true
  }

  async commit(): Promise<void> {
    // PostgreSQL answers COMMIT with ROLLBACK when a statement of the transaction had failed.
    const outcome = await this.command('commit').catch(error => {
      throw isConnectionLost(error) ? this.#commitUnknown(error) : error
    })
    this.#inTransaction = false
    if (outcome === 'ROLLBACK') throw new Error('PostgreSQL rolled back the transaction: a statement in it had failed.')
    this.#shared.inserts.announce(this.#inserted)
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false
    try {
      await this.command('rollback')
    } catch {
      // With its connection the transaction is gone too; the caller hears why it failed, not this.
      this.#unfit = true
    }
  }

  async command(text: string): Promise<string> {
    const { command } = await this.#client.query(text)
    return command
  }

  release(): void {
    if (this.#released) return
    this.#released = true
    this.#client.off('error', this.#onBroken)
    this.#client.release(this.#unfit)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rows, rowCount } = await this.#send(query)
    const table = insertedTable(query)
    if (table !== undefined) {
      if (this.#inTransaction) this.#inserted.add(table)
      else this.#shared.inserts.announce(new Set([table]))
    }
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return { rows, ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  async #send(query: CompiledQuery): Promise<pg.QueryResult> {
    const unnamed = { text: query.sql, values: [...query.parameters] }
    const send = () => this.#client.query({ ...unnamed, name: this.#shared.nameOf(query) })
    try {
      return await send()
    } catch (error) {
      const isLost = isConnectionLost(error)
      const isOutdated = isOutdatedPlan(error)
      // A server that has become a standby keeps its connections, and the next is to lead to the one that writes.
      if (isLost || isOutdated || isReadOnly(error)) this.#unfit = true
      if (this.#inTransaction) throw error
      if (isOutdated) return await this.#client.query(unnamed)
      if (!isLost) throw error
      // Writes are never retried. Reads may be, on another connection.
      if (!isReading(query.sql)) throw this.#commitUnknown(error)
      await this.#connectAnew()
      return await send()
    }
  }

  #commitUnknown(cause: unknown): CommitUnknown {
    this.#unfit = true
    return new CommitUnknown('The connection to PostgreSQL was lost while a change was being stored.', { cause })
  }

  async #connectAnew(): Promise<void> {
    this.release()
    this.#client = await this.#shared.pool.connect()
    this.#client.on('error', this.#onBroken)
    this.#unfit = false
    this.#released = false
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator, and there is nothing to yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: read in pages, by key.')
  }
}

const asOurs = (connection: DatabaseConnection): PostgresConnection => {
  if (connection instanceof PostgresConnection) return connection
  throw new TypeError('This connection belongs to another driver.')
}
