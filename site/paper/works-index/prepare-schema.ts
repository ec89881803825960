import type { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { searchRowid } from './judge.ts'
import { type PreparedWork, prepareWork } from './replace-work.ts'
import { beginRebuild, createTables, finishRebuild, hasColumn, readSchemaState, schemaVersion } from './schema.ts'
import { type WorkRow, workColumns, workOfRow } from './work.ts'

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

/** Runs `work` in one write transaction; rolls back if it throws. */
export const inTransaction = <T>(db: DatabaseSync, work: () => T): T => {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/**
 * Makes the tables of an empty file, or rebuilds those that an older version derived from `works`. Throws `OperatorError` when the
 * file is not ours, of a newer version, or too old to be rebuilt.
 */
export const prepareSchema = (db: DatabaseSync, file: string, onNotice: (sentence: string) => void): void => {
  if (isCurrent(db)) return
  const rebuild = inTransaction(db, () => {
    const state = readSchemaState(db)
    if (state.kind === 'foreign') {
      throw new OperatorError(`${file} is not a search index of this site. Move it away and import again.`)
    }
    if (state.kind === 'empty') {
      createTables(db)
      return false
    }
    if (state.version === schemaVersion) return false
    if (state.version > schemaVersion) {
      throw new OperatorError(
        `${file} was made by a newer version of this program (${state.version}, this one knows ${schemaVersion}). Update the program, or move the file away and import again.`,
      )
    }
    refuseForeignWorksTable(db, file)
    beginRebuild(db)
    return true
  })
  if (!rebuild) return
  onNotice(`${file} was made by an older version: rebuilding the search index from its works.`)
  rebuildFromWorks(db)
}

const isCurrent = (db: DatabaseSync): boolean => {
  const state = readSchemaState(db)
  return state.kind === 'ours' && state.version === schemaVersion
}

/** The columns of version 1. Those that came later are added. */
const firstColumns = workColumns.split(', ').filter(column => column !== 'pmid')

const refuseForeignWorksTable = (db: DatabaseSync, file: string): void => {
  if (firstColumns.every(column => hasColumn(db, column))) return
  throw new OperatorError(
    `${file} was made by a version too old to be rebuilt. Move it away and import your files again.`,
  )
}

const rebuildBatch = 5_000

const rebuildFromWorks = (db: DatabaseSync): void => {
  const derived = prepareDerived(db)
  const next = db.prepare(`SELECT ${workColumns} FROM works WHERE id > ? ORDER BY id LIMIT ${rebuildBatch}`)
  for (let last = 0; ; ) {
    const rows = next.all(last) as WorkRow[]
    if (rows.length === 0) break
    last = rows.at(-1)?.id ?? last
    inTransaction(db, () => derived.add(rows.map(indexedOf)))
  }
  inTransaction(db, () => {
    refreshVocabulary(db)
    finishRebuild(db)
  })
}
