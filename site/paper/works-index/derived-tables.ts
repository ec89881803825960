import type { DatabaseSync } from 'node:sqlite'
import { searchRowid } from './indexed-words.ts'
import { type PreparedWork, prepareWork } from './prepared-work.ts'
import { type WorkRow, workOfRow } from './work.ts'

/** A work with its number in the table `works`. */
export type Indexed = { id: number; work: PreparedWork }

/** The work that a row was made from. */
export const indexedOf = (row: WorkRow): Indexed => ({ id: row.id, work: prepareWork(workOfRow(row)) })

/** Keeps the tables derived from `works` up to date. */
export const prepareDerived = (db: DatabaseSync) => {
  const addStart = db.prepare('INSERT OR IGNORE INTO titles (start, work) VALUES (?, ?)')
  const removeStart = db.prepare('DELETE FROM titles WHERE start = ? AND work = ?')
  const addWords = db.prepare('INSERT INTO words (rowid, word) VALUES (?, ?)')
  const removeWords = db.prepare(`INSERT INTO words (words, rowid, word) VALUES ('delete', ?, ?)`)
  return {
    /** Sorted by row number: FTS5 gathers rows in memory while their numbers rise, and writes them out when one falls. */
    add(works: readonly Indexed[]): void {
      const entries = works.map(({ id, work }) => ({ id, work, rowid: searchRowid(id, work.citedBy, work.length) }))
      entries.sort((a, b) => a.rowid - b.rowid)
      for (const { rowid, work } of entries) addWords.run(rowid, work.words)
      entries.sort((a, b) => (a.work.start < b.work.start ? -1 : 1))
      for (const { id, work } of entries) if (work.start !== '') addStart.run(work.start, id)
    },
    remove({ id, work }: Indexed): void {
      removeWords.run(searchRowid(id, work.citedBy, work.length), work.words)
      removeStart.run(work.start, id)
    },
  }
}

/** Rebuilds the vocabulary of the works, from which typos are corrected. */
export const refreshVocabulary = (db: DatabaseSync): void => {
  db.exec(`
    DELETE FROM vocabulary;
    INSERT INTO vocabulary (word, works) SELECT term, doc FROM words_list;
    INSERT INTO meta (key, value) SELECT 'vocabulary_works', coalesce(max(id), 0) FROM works WHERE true
      ON CONFLICT (key) DO UPDATE SET value = excluded.value;
  `)
}
