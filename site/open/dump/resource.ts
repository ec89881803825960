import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { AllWorks } from '../../paper/works-index/index.ts'
import type { Licence } from './licences.ts'
import type { DumpTables } from './tables.ts'

/** What a resource of the dump is, apart from how it is read and restored. */
export type Described = {
  /** The name of its file, without the ending. */
  name: string
  title: string
  description: string
  licence: Licence
  /** What each line holds. A line with anything else is refused. */
  line: z.ZodObject
  /** The properties that tell one line from another. */
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

/** Defines a resource; its lines are what `line` says. */
export const defineResource = <Schema extends z.ZodObject>(
  parts: Omit<Described, 'line'> & { line: Schema } & Pick<Resource<z.infer<Schema>>, 'read' | 'restore'>,
): Resource<z.infer<Schema>> => parts
