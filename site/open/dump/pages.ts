import type { Insertable, Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { AllWorks } from '../../paper/works-index/index.ts'
import type { DumpTables } from './tables.ts'

/** A moment: ISO 8601 in UTC, to the millisecond. */
export const moment = z.iso.datetime()
/** A whole number from 0. */
export const count = z.int().nonnegative()
/** A DOI as the site keeps it: lower case, without a resolver. */
export const doi = z.string().min(1)
export const text = z.string()
export const amount = z.strictObject({ amount: z.int().positive(), currency: z.string().length(3) })

/** Epoch ms → ISO 8601, and back. */
export const momentOf = (at: number): string => new Date(at).toISOString()
export const timeOf = (at: string): number => Date.parse(at)
export const momentOrNull = (at: number | null): string | null => (at === null ? null : momentOf(at))
export const timeOrNull = (at: string | null): number | null => (at === null ? null : timeOf(at))

/** License of a resource, as in the Data Package standard. */
export type Licence = { name: string; title: string; path: string }

/** Facts: public domain data, and the site's own counts. */
export const publicDomain: Licence = {
  name: 'CC0-1.0',
  title: 'Creative Commons CC0 1.0: public domain',
  path: 'https://creativecommons.org/publicdomain/zero/1.0/',
}

/** FORRT's list of attempts. */
export const attribution: Licence = {
  name: 'CC-BY-4.0',
  title: 'Creative Commons Attribution 4.0: FORRT Library of Reproduction and Replication Attempts',
  path: 'https://creativecommons.org/licenses/by/4.0/',
}

/** User-generated content. No license was granted, so none can be passed on. */
export const ofItsWriters: Licence = {
  name: 'LicenseRef-of-its-writers',
  title: 'Copyright of the authors, no license granted: quote as your law permits',
  path: 'LICENCES.md',
}

/** Human-readable license file beside the data. */
export const licencesFile = 'LICENCES.md'

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

/** So many rows are read, and written, at a time. */
export const atATime = 500

/** Iterates all rows of a paginated query: `read` returns at most `atATime` rows after one, in key order. */
export async function* inPages<Row>(read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let after: Row | null = null; ; ) {
    const rows: Row[] = await read(after)
    yield* rows
    if (rows.length < atATime) return
    after = rows.at(-1) ?? null
  }
}

/** Batches items in groups of at most `atATime`. */
export async function* inGroups<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const one of all) {
    group.push(one)
    if (group.length < atATime) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Writes rows into one table, however many there are. */
export const insertRows = async <T extends keyof DumpTables & string>(
  tx: Transaction<DumpTables>,
  table: T,
  rows: readonly Insertable<DumpTables[T]>[],
): Promise<void> => {
  for (let at = 0; at < rows.length; at += atATime)
    await tx
      .insertInto(table)
      .values(rows.slice(at, at + atATime) as never)
      .execute()
}
