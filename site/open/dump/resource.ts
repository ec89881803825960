import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { AllWorks } from '../../paper/works-index/index.ts'
import type { Licence } from './licences.ts'
import type { DumpTables } from './tables.ts'

/** Description of a dump resource, without its reading and restoring. */
export type Described = {
  /** The name of its file, without the ending. */
  name: string
  title: string
  description: string
  licence: Licence
  /** Schema of a line. Other lines are rejected. */
  line: z.ZodObject
  /** Properties that identify a line. */
  key: readonly string[]
}

/** A file of the dump that comes from the site's database and goes back into one. */
export type Resource<Line extends object> = Described & {
  /** Reads it from a snapshot, page by page: memory is bounded however many lines there are. `works`: the index beside the database. */
  read: (db: Kysely<DumpTables>, works: Pick<AllWorks, 'has'>) => AsyncIterable<Line>
  /** Writes lines into an empty database. `now` in epoch ms. */
  restore: (tx: Transaction<DumpTables>, lines: readonly Line[], now: number) => Promise<void>
}

/** Any of them: each has lines of its own. */
// biome-ignore lint/suspicious/noExplicitAny: `line` says what its lines are, and is asked before they are restored.
export type AnyResource = Resource<any>

/** Defines a resource with lines of schema `line`. */
export const defineResource = <Schema extends z.ZodObject>(
  parts: Omit<Described, 'line'> & { line: Schema } & Pick<Resource<z.infer<Schema>>, 'read' | 'restore'>,
): Resource<z.infer<Schema>> => parts
