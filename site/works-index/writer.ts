import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type Doi, storedDoi } from '../doi/index.ts'
import { indexedWords, searchRowid } from './indexed-words.ts'
import { beginRebuild, createTables, finishRebuild, readSchemaState, schemaVersion } from './schema.ts'
import { encodeAuthors, type Work, type WorkRow, workColumns, workOfRow } from './work.ts'

/** What became of the works given to `put`. `different` counts works kept although the new record says something else. */
export type PutCounts = { added: number; changed: number; same: number; different: number }

/**
 * What to do with a DOI that the index has already. `keep`: the first record stays. `replace`: the newest wins. Either way an
 * imported record replaces a starter record, and a starter record never replaces an imported one.
 */
export type OnKnown = 'keep' | 'replace'

export type WorksWriter = {
  /** Stores works in one short transaction; readers see all of them or none. Throws when the file cannot be written. */
  put(works: readonly Work[], onKnown: OnKnown): PutCounts
  /** Removes starter works that are not in `dois`. */
  removeStarterWorksExcept(dois: ReadonlySet<Doi>): number
  count(): number
  /** Whether works came in since the vocabulary (typo repair) was last made. */
  vocabularyIsStale(): boolean
  refreshVocabulary(): void
  /** Merges a part of the index for faster reading; true when nothing is left to merge. */
  mergeStep(): boolean
  meta(key: string): string | null
  setMeta(key: string, value: string): void
  close(): void
}

/** The file is not an index that this program can write; the message says why and what to do. */
export class WorksIndexRefused extends Error {
  override name = 'WorksIndexRefused'
}

const busyTimeout = 30_000

/**
 * Opens the index for writing; makes the file and its folder when they are missing, rebuilds the derived tables when an older version
 * made them (`onNotice` is told). Several processes may write, one transaction after the other. Throws `WorksIndexRefused`.
 */
export function openWorksWriter(
  file: string,
  { onNotice = () => {}, cacheMegabytes = 64 }: { onNotice?: (sentence: string) => void; cacheMegabytes?: number } = {},
): WorksWriter {
  mkdirSync(dirname(file), { recursive: true })
  const db = open(file)
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16000`)
    db.exec(`PRAGMA cache_size = -${cacheMegabytes * 1024}; PRAGMA temp_store = MEMORY`)
    prepareSchema(db, file, onNotice)
    return writerOn(db)
  } catch (error) {
    db.close()
    if (isNotADatabase(error))
      throw new WorksIndexRefused(`${file} is not a search index. Move it away and import again.`)
    throw error
  }
}

function open(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: busyTimeout })
}

function isNotADatabase(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 26 || error.errcode === 11)
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
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

function prepareSchema(db: DatabaseSync, file: string, onNotice: (sentence: string) => void): void {
  if (isCurrent(db)) return
  const rebuild = inTransaction(db, () => {
    const state = readSchemaState(db)
    if (state.kind === 'foreign') {
      throw new WorksIndexRefused(`${file} is not a search index of this site. Move it away and import again.`)
    }
    if (state.kind === 'empty') {
      createTables(db)
      return false
    }
    if (state.version === schemaVersion) return false
    if (state.version > schemaVersion) {
      throw new WorksIndexRefused(
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

function isCurrent(db: DatabaseSync): boolean {
  const state = readSchemaState(db)
  return state.kind === 'ours' && state.version === schemaVersion
}

function refuseForeignWorksTable(db: DatabaseSync, file: string): void {
  const columns = new Set(
    db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all('works')
      .map(column => column.name),
  )
  if (workColumns.split(', ').every(column => columns.has(column))) return
  throw new WorksIndexRefused(
    `${file} was made by a version too old to be rebuilt. Move it away and import your files again.`,
  )
}

const rebuildBatch = 5_000

function rebuildFromWorks(db: DatabaseSync): void {
  const derived = prepareDerived(db)
  const next = db.prepare(`SELECT ${workColumns} FROM works WHERE id > ? ORDER BY id LIMIT ${rebuildBatch}`)
  for (let last = 0; ; ) {
    const rows = next.all(last) as WorkRow[]
    if (rows.length === 0) break
    last = rows.at(-1)?.id ?? last
    inTransaction(db, () => derived.add(rows.map(row => ({ id: row.id, work: workOfRow(row) }))))
  }
  inTransaction(db, () => {
    refreshVocabulary(db)
    finishRebuild(db)
  })
}

type Indexed = { id: number; work: Work }

function prepareDerived(db: DatabaseSync) {
  const addStart = db.prepare('INSERT OR IGNORE INTO titles (start, work) VALUES (?, ?)')
  const removeStart = db.prepare('DELETE FROM titles WHERE start = ? AND work = ?')
  const addWords = db.prepare('INSERT INTO words (rowid, word) VALUES (?, ?)')
  const removeWords = db.prepare(`INSERT INTO words (words, rowid, word) VALUES ('delete', ?, ?)`)
  return {
    /** In the order of the index: FTS5 gathers ascending row numbers in memory and flushes at every step back. */
    add(works: readonly Indexed[]): void {
      const entries = works.map(({ id, work }) => {
        const { start, words, length } = indexedWords(work)
        return { id, start, words, rowid: searchRowid(id, work, length) }
      })
      entries.sort((a, b) => a.rowid - b.rowid)
      for (const { rowid, words } of entries) addWords.run(rowid, words)
      for (const { id, start } of entries) if (start !== '') addStart.run(start, id)
    },
    remove({ id, work }: Indexed): void {
      const { start, words, length } = indexedWords(work)
      removeWords.run(searchRowid(id, work, length), words)
      removeStart.run(start, id)
    },
  }
}

function refreshVocabulary(db: DatabaseSync): void {
  db.exec(`
    DELETE FROM vocabulary;
    INSERT INTO vocabulary (word, works) SELECT term, doc FROM words_list;
    INSERT INTO meta (key, value) SELECT 'vocabulary_works', coalesce(max(id), 0) FROM works WHERE true
      ON CONFLICT (key) DO UPDATE SET value = excluded.value;
  `)
}

function writerOn(db: DatabaseSync): WorksWriter {
  const insert = db.prepare(
    `INSERT INTO works (doi, title, journal, year, type, cited_by, retracted, openalex_id, source, authors)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (doi) DO NOTHING`,
  )
  const update = db.prepare(
    `UPDATE works SET title = ?, journal = ?, year = ?, type = ?, cited_by = ?, retracted = ?, openalex_id = ?, source = ?, authors = ?
     WHERE doi = ?`,
  )
  const known = db.prepare(`SELECT ${workColumns} FROM works WHERE doi = ?`)
  const starters = db.prepare(`SELECT ${workColumns} FROM works WHERE source = 'starter'`)
  const remove = db.prepare('DELETE FROM works WHERE id = ?')
  const getMeta = db.prepare('SELECT value FROM meta WHERE key = ?')
  const putMeta = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const derived = prepareDerived(db)
  const meta = (key: string) => (getMeta.get(key) as { value: string } | undefined)?.value ?? null

  function putOne(work: Work, onKnown: OnKnown, counts: PutCounts, fresh: Indexed[]): void {
    const values = valuesOf(work)
    const inserted = insert.run(work.doi, ...values)
    if (inserted.changes === 1) {
      counts.added++
      fresh.push({ id: Number(inserted.lastInsertRowid), work })
      return
    }
    const row = known.get(work.doi) as WorkRow
    const before = workOfRow(row)
    if (!mayReplace(before, work, onKnown)) {
      if (sameFacts(row, values)) counts.same++
      else counts.different++
      return
    }
    if (before.source === work.source && sameFacts(row, values)) {
      counts.same++
      return
    }
    counts.changed++
    const waiting = fresh.findIndex(entry => entry.id === row.id)
    if (waiting >= 0) fresh.splice(waiting, 1)
    else derived.remove({ id: row.id, work: before })
    update.run(...values, work.doi)
    fresh.push({ id: row.id, work })
  }

  return {
    put(works, onKnown) {
      const counts: PutCounts = { added: 0, changed: 0, same: 0, different: 0 }
      return inTransaction(db, () => {
        const fresh: Indexed[] = []
        for (const work of works) putOne(work, onKnown, counts, fresh)
        derived.add(fresh)
        if (counts.changed > 0) putMeta.run('vocabulary_works', '-1')
        return counts
      })
    },
    removeStarterWorksExcept(dois) {
      return inTransaction(db, () => {
        const gone = (starters.all() as WorkRow[]).filter(row => !dois.has(storedDoi(row.doi)))
        for (const row of gone) {
          derived.remove({ id: row.id, work: workOfRow(row) })
          remove.run(row.id)
        }
        if (gone.length > 0) putMeta.run('vocabulary_works', '-1')
        return gone.length
      })
    },
    count: () => Number(db.prepare('SELECT count(*) AS n FROM works').get()?.n),
    vocabularyIsStale: () =>
      meta('vocabulary_works') !== String(db.prepare('SELECT coalesce(max(id), 0) AS n FROM works').get()?.n),
    refreshVocabulary: () => inTransaction(db, () => refreshVocabulary(db)),
    mergeStep() {
      const changes = () => Number(db.prepare('SELECT total_changes() AS n').get()?.n)
      const before = changes()
      db.exec(`INSERT INTO words (words, rank) VALUES ('merge', 2000)`)
      return changes() - before < 2
    },
    meta,
    setMeta: (key, value) => {
      putMeta.run(key, value)
    },
    close() {
      try {
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } finally {
        db.close()
      }
    },
  }
}

function valuesOf(work: Work): SQLInputValue[] {
  return [
    work.title,
    work.journal,
    work.year,
    work.type,
    work.citedBy,
    work.retracted === null ? null : Number(work.retracted),
    work.openAlexId,
    work.source,
    encodeAuthors(work.authors),
  ]
}

function sameFacts(row: WorkRow, values: readonly SQLInputValue[]): boolean {
  const [title, journal, year, type, citedBy, retracted, openAlexId, , authors] = values
  return (
    row.title === title &&
    row.journal === journal &&
    row.year === year &&
    row.type === type &&
    row.cited_by === citedBy &&
    row.retracted === retracted &&
    row.openalex_id === openAlexId &&
    row.authors === authors
  )
}

function mayReplace(before: Work, after: Work, onKnown: OnKnown): boolean {
  if (before.source === after.source) return onKnown === 'replace'
  return before.source === 'starter'
}
