import { engineOf } from '@corroborate/server-kit/database'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database/index.ts'

/**
 * A text as it is looked for by its beginning: by its characters and not by the rules of a language, which PostgreSQL would
 * follow. Its index is written in the same way.
 */
export const orderedText = (
  db: Parameters<typeof engineOf>[0] | Database | Tx,
  text: string | Expression<string>,
): RawBuilder<string> => {
  const value = typeof text === 'string' ? sql.ref<string>(text) : text
  return engineOf(db) === 'postgres' ? sql<string>`${value} collate "C"` : sql<string>`${value}`
}

/** The end of all texts that begin with a prefix: no character comes after this one. */
export const pastPrefix = (prefix: string): string => `${prefix}\u{10ffff}`
