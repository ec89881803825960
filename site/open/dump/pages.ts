import type { Insertable, Transaction } from 'kysely'
import type { DumpTables } from './tables.ts'

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
