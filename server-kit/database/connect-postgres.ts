import { Kysely } from 'kysely'
import { makeCommittedInserts } from './committed-inserts.ts'
import { openPostgres } from './postgres-dialect.ts'

/**
 * Connects to PostgreSQL and leaves the schema as it is, for tools that copy a database: servers use `openDatabase`.
 * @throws OperatorError when nothing answers.
 */
export const connectPostgres = async <T>(url: string, options: { name?: string } = {}): Promise<Kysely<T>> =>
  new Kysely<T>({ dialect: await openPostgres(url, makeCommittedInserts(), options) })
