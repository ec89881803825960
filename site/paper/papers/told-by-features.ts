import type { Kysely } from 'kysely'
import type { ReadAttempts, ReadNotes } from './told-here.ts'

/** A feature with replications of papers, shown beside published evidence without changing its outcome. */
export type TellsAttempts<Tables> = { attempts: (db: Kysely<Tables>) => ReadAttempts }

/** A feature with notes on papers, shown beside the evidence. */
export type TellsNotes<Tables> = { notes: (db: Kysely<Tables>) => ReadNotes }

// biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
type Any = any

/** Reads the attempts that all features know of. */
export const attemptsReader = (features: readonly Partial<TellsAttempts<Any>>[], db: Kysely<Any>): ReadAttempts => {
  const readers = features.flatMap(({ attempts }) => attempts?.(db) ?? [])
  return async dois => (await Promise.all(readers.map(read => read(dois)))).flat()
}

/** Reads the notes on a paper that all features know of. */
export const notesReader = (features: readonly Partial<TellsNotes<Any>>[], db: Kysely<Any>): ReadNotes => {
  const readers = features.flatMap(({ notes }) => notes?.(db) ?? [])
  return async doi => (await Promise.all(readers.map(read => read(doi)))).flat()
}
