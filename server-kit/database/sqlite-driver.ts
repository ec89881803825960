import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryExecutorProvider,
  type QueryResult,
  SelectQueryNode,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { CommitGroup } from './commit-group.ts'
import { type CommittedInserts, insertedTable } from './committed-inserts.ts'
import { isSqliteBusy, RolledBack } from './sql-errors.ts'

/** Runs a read query synchronously on this thread, on committed data. */
export type DirectRead = (parameters: readonly unknown[]) => unknown[]

/** Extension of the SQLite driver beyond Kysely's interface. */
type DirectDriver = { directRead: (sql: string) => DirectRead }

/** Keyed by the adapter, which a handle shares with those made from it: transactions, `$pickTables`, plugins. */
const drivers = new WeakMap<object, DirectDriver>()

export const rememberDriver = (db: QueryExecutorProvider, driver: DirectDriver): void => {
  drivers.set(db.getExecutor().adapter, driver)
}

/** Undefined if only Kysely can read: on PostgreSQL, or with plugins. Does not see uncommitted writes. */
export const directRead = (db: QueryExecutorProvider, sql: string): DirectRead | undefined => {
  const { adapter, plugins } = db.getExecutor()
  return plugins.length > 0 ? undefined : drivers.get(adapter)?.directRead(sql)
}

export type CachedStatement = { statement: StatementSync; returnsRows: boolean }

/** Prepares each SQL text once, for as long as it is among the `max` texts used last. */
type StatementCache = (sql: string) => CachedStatement

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

/**
 * Kysely driver over `node:sqlite`. One connection writes, in turns (CommitGroup); another reads, so that readers never wait for an open
 * transaction and always see acknowledged writes. Both run synchronously on this thread.
 */
export class SqliteDriver implements Driver {
  readonly group: CommitGroup
  readonly #connections: { writer: DatabaseSync; reader: DatabaseSync }
  readonly #engine: Engine

  constructor(
    connections: { writer: DatabaseSync; reader: DatabaseSync },
    inserts: CommittedInserts,
    patience: number,
  ) {
    this.#connections = connections
    this.group = new CommitGroup(connections.writer, patience)
    this.#engine = {
      writer: connections.writer,
      group: this.group,
      inserts,
      savepoint: connections.writer.prepare(`savepoint ${member}`),
      release: connections.writer.prepare(`release ${member}`),
      toWrite: createStatementCache(connections.writer),
      toRead: createStatementCache(connections.reader),
    }
  }

  /** Reads without Kysely's own steps around a query, which take longer than a look-up by key. */
  directRead(sql: string): DirectRead {
    let statement: StatementSync | undefined
    return parameters => {
      statement ??= this.#connections.reader.prepare(sql)
      return statement.all(...(parameters as readonly SQLInputValue[]))
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this.#engine)
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await asOurs(connection).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await asOurs(connection).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await asOurs(connection).rollback()
  }

  async destroy(): Promise<void> {
    const { writer, reader } = this.#connections
    await this.group.alone(() => {
      reader.close()
      try {
        // Keeps the planner's statistics current at no cost when nothing has changed (sqlite.org/lang_analyze.html).
        writer.exec('pragma optimize')
      } catch (error) {
        // Another process is writing: the statistics can wait for the next time.
        if (!isSqliteBusy(error)) throw error
      } finally {
        writer.close()
      }
    })
  }
}

type Engine = {
  writer: DatabaseSync
  group: CommitGroup
  inserts: CommittedInserts
  savepoint: StatementSync
  release: StatementSync
  toWrite: StatementCache
  toRead: StatementCache
}

/** The savepoint of a member of the commit group. */
const member = '"member of commit group"'

class SqliteConnection implements DatabaseConnection {
  readonly #engine: Engine
  readonly #inserted = new Set<string>()
  #inTransaction = false

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async begin(): Promise<void> {
    await this.#engine.group.enter()
    this.#inTransaction = true
    this.#engine.savepoint.run()
  }

  async commit(): Promise<void> {
    this.#engine.release.run()
    this.#inTransaction = false
    await this.#engine.group.leave()
    this.#engine.inserts.announce(this.#inserted)
  }

  async rollback(): Promise<void> {
    if (!this.#inTransaction) return
    const { writer } = this.#engine
    if (writer.isTransaction) writer.exec(`rollback to ${member}; release ${member}`)
    this.#inTransaction = false
    // The caller's failure may depend on an earlier member's write, so it too waits for the COMMIT.
    await this.#engine.group.leave().catch(() => {})
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { group, inserts, writer, toRead, toWrite } = this.#engine
    if (this.#inTransaction) {
      this.#checkTransaction()
      const table = insertedTable(query)
      if (table !== undefined) this.#inserted.add(table)
      return run(toWrite, query)
    }
    const route = routeOf(query)
    if (route === 'read') return run(toRead, query)
    if (route === 'alone') return group.alone(() => run(createStatementCache(writer), query))
    const result = await this.#writeAlone<R>(query)
    const table = insertedTable(query)
    if (table !== undefined) inserts.announce(new Set([table]))
    return result
  }

  /** A single statement is its own savepoint: SQLite undoes it on failure. */
  async #writeAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { group, toWrite } = this.#engine
    await group.enter()
    let result: QueryResult<R>
    try {
      result = run(toWrite, query)
    } catch (error) {
      await group.leave().catch(() => {})
      throw error
    }
    await group.leave()
    return result
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator, and there is nothing to yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: read in pages, by key.')
  }

  #checkTransaction(): void {
    if (this.#inTransaction && !this.#engine.writer.isTransaction) {
      throw new RolledBack('SQLite rolled back this transaction; nothing more can be done in it.')
    }
  }
}

const run = <R>(cache: StatementCache, { sql, parameters }: CompiledQuery): QueryResult<R> => {
  const { statement, returnsRows } = cache(sql)
  const values = parameters as readonly SQLInputValue[]
  if (returnsRows) return { rows: statement.all(...values) as R[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Selects the reading connection, the writer, or execution outside a transaction for statements that require it. */
const routeOf = ({ query, sql }: CompiledQuery): 'read' | 'write' | 'alone' => {
  if (SelectQueryNode.is(query)) return 'read'
  if (/^\s*(select|values|explain)\b/i.test(sql)) return 'read'
  return /^\s*(vacuum|pragma|attach|detach)\b/i.test(sql) ? 'alone' : 'write'
}

const asOurs = (connection: DatabaseConnection): SqliteConnection => {
  if (connection instanceof SqliteConnection) return connection
  throw new TypeError('This connection belongs to another driver.')
}
