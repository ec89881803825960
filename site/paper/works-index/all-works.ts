import { existsSync } from 'node:fs'
import { beginSqliteSnapshot } from '@corroborate/server-kit/database'
import { type Work, type WorkRow, workColumns, workOfRow } from './work.ts'

/** The works of an index as they were at one moment, however many come in meanwhile. */
export type AllWorks = {
  /** One after the other, in the order in which they came in. */
  works: () => Iterable<Work>
  /** True if it contains the paper with this DOI. */
  has: (doi: string) => boolean
  close: () => void
}

/** Begins reading all works of an index; of a file that is not there, none. @throws when the file cannot be read */
export const openAllWorks = (file: string): AllWorks => {
  if (!existsSync(file)) return { works: () => [], has: () => false, close: () => {} }
  const connection = beginSqliteSnapshot(file)
  const find = connection.prepare('SELECT 1 FROM works WHERE doi = ?')
  return {
    *works() {
      for (const row of connection.prepare(`SELECT ${workColumns} FROM works ORDER BY id`).iterate())
        yield workOfRow(row as WorkRow)
    },
    has: doi => find.get(doi) !== undefined,
    close: () => connection.close(),
  }
}
