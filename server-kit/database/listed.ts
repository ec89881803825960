import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'

/**
 * The texts of a JSON array as a subquery: a list of any length is one parameter, so that a prepared statement takes it.
 *
 *     prepareQuery(db, (ids: string) => db.selectFrom('papers').select('title').where('id', 'in', listed(db, ids)))
 */
// biome-ignore lint/suspicious/noExplicitAny: of the tables nothing is used.
export const listed = (db: Kysely<any>, json: string) =>
  engineOf(db) === 'sqlite'
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select json_array_elements_text(${json}::json))`
