import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type Doi, storedDoi } from '../doi/index.ts'
import { searchRowid } from './indexed-words.ts'
import { type PreparedWork, prepareWork } from './prepared-work.ts'
import { beginRebuild, createTables, finishRebuild, readSchemaState, schemaVersion } from './schema.ts'
import { type Work, type WorkRow, workColumns, workOfRow } from './work.ts'

/** What became of the works given to `put`. `different` counts works kept although the new record says something else. */
export type PutCounts = { added: number; changed: number; same: number; different: number }

/**
 * What to do with a DOI that the index has already. `keep`: the first record stays. `replace`: the newest wins. Either way an
 * imported record replaces a starter record, and a starter record never replaces an imported one.
 */
export type OnKnown = 'keep' | 'replace'

export type WorksWriter = {
  /** Stores works in one short transaction; readers see all of them or none. Throws when the file cannot be written. */
  put(works: readonly PreparedWork[], onKnown: OnKnown): PutCounts
  /** Removes starter works that are not in `dois`. */
  removeStarterWorksExcept(dois: ReadonlySet<Doi>): number
  count(): number
  /** Whether works came in since the vocabulary (typo repair) was last made. */
  vocabularyIsStale(): boolean
  /** Whether so much came in that typo repair would miss most of it: worth a refresh in the middle of an import. */
  vocabularyIsFarBehind(): boolean
  refreshVocabulary(): void
  /** Merges a part of the index for faster reading; true when nothing is left to merge. */
  mergeStep(): boolean
  meta(key: string): string | null
  setMeta(key: string, value: string): void
  close(): void
}

const busyTimeout = 30_000
/** Whoever else writes tidies up after itself. */
const closingTimeout = 100
/** Works. */
const farBehind = 50_000

/**
 * Opens the index for writing; makes the file and its folder when they are missing, rebuilds the derived tables when an older version
 * made them (`onNotice` is told). Several processes may write, one transaction after the other. Throws
 * `OperatorError` when the file is not ours to write.
 */
export function openWorksWriter(
  file: string,
  { onNotice = () => {}, cacheMegabytes = 16 }: { onNotice?: (sentence: string) => void; cacheMegabytes?: number } = {},
): WorksWriter {
  mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: busyTimeout })
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16000`)
    db.exec(`PRAGMA cache_size = -${cacheMegabytes * 1024}; PRAGMA temp_store = MEMORY`)
    prepareSchema(db, file, onNotice)
    return writerOn(db)
  } catch (error) {
    db.close()
    if (isNotADatabase(error)) throw new OperatorError(`${file} is not a search index. Move it away and import again.`)
    throw error
  }
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
  throw new OperatorError(
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
    inTransaction(db, () => derived.add(rows.map(indexedOf)))
  }
  inTransaction(db, () => {
    refreshVocabulary(db)
    finishRebuild(db)
  })
}

type Indexed = { id: number; work: PreparedWork }

function indexedOf(row: WorkRow): Indexed {
  return { id: row.id, work: prepareWork(workOfRow(row)) }
}

function prepareDerived(db: DatabaseSync) {
  const addStart = db.prepare('INSERT OR IGNORE INTO titles (start, work) VALUES (?, ?)')
  const removeStart = db.prepare('DELETE FROM titles WHERE start = ? AND work = ?')
  const addWords = db.prepare('INSERT INTO words (rowid, word) VALUES (?, ?)')
  const removeWords = db.prepare(`INSERT INTO words (words, rowid, word) VALUES ('delete', ?, ?)`)
  return {
    /** In the order of the index: FTS5 gathers ascending row numbers in memory and flushes at every step back. */
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
    `INSERT INTO works (doi, title, journal, year, type, cited_by, retracted, source, authors)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (doi) DO NOTHING`,
  )
  const update = db.prepare(
    `UPDATE works SET title = ?, journal = ?, year = ?, type = ?, cited_by = ?, retracted = ?, source = ?, authors = ?
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
  const newest = db.prepare('SELECT coalesce(max(id), 0) AS n FROM works')
  const newestWork = () => Number(newest.get()?.n)
  const meta = (key: string) => (getMeta.get(key) as { value: string } | undefined)?.value ?? null

  function putOne(work: PreparedWork, onKnown: OnKnown, counts: PutCounts, fresh: Indexed[]): void {
    const values = valuesOf(work)
    const inserted = insert.run(work.doi, ...values)
    if (inserted.changes === 1) {
      counts.added++
      fresh.push({ id: Number(inserted.lastInsertRowid), work })
      return
    }
    const row = known.get(work.doi) as WorkRow
    const replaces = mayReplace(row.source, work.source, onKnown)
    if (sameFacts(row, values) && (!replaces || row.source === work.source)) {
      counts.same++
      return
    }
    if (!replaces) {
      counts.different++
      return
    }
    counts.changed++
    const waiting = fresh.findIndex(entry => entry.id === row.id)
    if (waiting >= 0) fresh.splice(waiting, 1)
    else derived.remove(indexedOf(row))
    const kept = row.source === 'starter' ? withGapsFilled(work, row) : work
    update.run(...valuesOf(kept), kept.doi)
    fresh.push({ id: row.id, work: kept })
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
          derived.remove(indexedOf(row))
          remove.run(row.id)
        }
        if (gone.length > 0) putMeta.run('vocabulary_works', '-1')
        return gone.length
      })
    },
    count: () => Number(db.prepare('SELECT count(*) AS n FROM works').get()?.n),
    vocabularyIsStale: () => meta('vocabulary_works') !== String(newestWork()),
    vocabularyIsFarBehind: () => newestWork() > 2 * Math.max(0, Number(meta('vocabulary_works') ?? 0)) + farBehind,
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
        db.exec(`PRAGMA busy_timeout = ${closingTimeout}; PRAGMA wal_checkpoint(TRUNCATE)`)
      } finally {
        db.close()
      }
    },
  }
}

/** A record that does not name the authors, the journal or the year takes them from the starter record it replaces. */
function withGapsFilled(work: PreparedWork, starter: WorkRow): PreparedWork {
  const imported = workOfRow({ ...starter, ...rowFields(work) })
  const before = workOfRow(starter)
  const named = imported.authors.length > 0 ? imported : before
  return prepareWork({
    ...imported,
    authors: named.authors,
    authorsTruncated: named.authorsTruncated,
    title: imported.title ?? before.title,
    journal: imported.journal ?? before.journal,
    year: imported.year ?? before.year,
    type: imported.type ?? before.type,
  })
}

function rowFields({ title, journal, year, type, citedBy, retracted, source, authors }: PreparedWork) {
  return {
    title,
    journal,
    year,
    type,
    cited_by: citedBy,
    retracted,
    source,
    authors,
  }
}

function valuesOf(work: PreparedWork): SQLInputValue[] {
  return [work.title, work.journal, work.year, work.type, work.citedBy, work.retracted, work.source, work.authors]
}

function sameFacts(row: WorkRow, values: readonly SQLInputValue[]): boolean {
  const [title, journal, year, type, citedBy, retracted, , authors] = values
  return (
    row.title === title &&
    row.journal === journal &&
    row.year === year &&
    row.type === type &&
    row.cited_by === citedBy &&
    row.retracted === retracted &&
    row.authors === authors
  )
}

function mayReplace(before: string, after: Work['source'], onKnown: OnKnown): boolean {
  return before === after ? onKnown === 'replace' : before === 'starter'
}
