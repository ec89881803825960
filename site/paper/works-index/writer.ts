import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { keepPrivate } from '@corroborate/server-kit/private-file'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import {
  type Indexed,
  indexedOf,
  inTransaction,
  prepareDerived,
  prepareSchema,
  refreshVocabulary,
} from './prepare-schema.ts'
import { mayReplace, type OnKnown, type PreparedWork, sameFacts, valuesOf, withGapsFilled } from './replace-work.ts'
import { type WorkRow, workColumns } from './work.ts'

/** Outcome of `put` by work. `different` counts works kept despite a differing new record. */
export type PutCounts = { added: number; changed: number; same: number; different: number }

export type WorksWriter = {
  /** Stores works in one short transaction; readers see all of them or none. Throws when the file cannot be written. */
  put(works: readonly PreparedWork[], onKnown: OnKnown): PutCounts
  /** Removes starter works that are not in `dois`. */
  removeStarterWorksExcept(dois: ReadonlySet<Doi>): number
  count(): number
  /** True if works were added since the vocabulary (for typo correction) was built. */
  vocabularyIsStale(): boolean
  /** True if so many works were added that typo correction would miss most of them: worth a refresh during an import. */
  vocabularyIsFarBehind(): boolean
  refreshVocabulary(): void
  /** Merges a part of the index for faster reading; true when nothing is left to merge. */
  mergeStep(): boolean
  meta(key: string): string | null
  setMeta(key: string, value: string): void
  close(): void
}

/** Target of an import: our file, or a deferred batch writer. */
export type WorksSink = Pick<WorksWriter, 'vocabularyIsStale' | 'vocabularyIsFarBehind' | 'refreshVocabulary'> & {
  put: (works: readonly PreparedWork[], onKnown: OnKnown) => PutCounts | Promise<PutCounts>
}

const busyTimeout = 30_000
/** Time to wait for another writer before closing without cleanup, in ms; that writer will clean up. */
const closingTimeout = 100
/** So many new works make the vocabulary far behind. */
const farBehind = 50_000

/**
 * Opens the index for writing. Creates a missing file and folder, and rebuilds derived tables of older versions (`onNotice` is called).
 * Several processes may write in alternating transactions.
 * @throws OperatorError if the file is not our index
 */
export const openWorksWriter = (
  file: string,
  { onNotice = () => {}, cacheMegabytes = 16 }: { onNotice?: (sentence: string) => void; cacheMegabytes?: number } = {},
): WorksWriter => {
  mkdirSync(dirname(file), { recursive: true })
  keepPrivate(file)
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

const isNotADatabase = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (error.errcode === 26 || error.errcode === 11)

const writerOn = (db: DatabaseSync): WorksWriter => {
  const insert = db.prepare(
    `INSERT INTO works (doi, title, journal, year, type, cited_by, retracted, source, authors, pmid)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (doi) DO NOTHING`,
  )
  const update = db.prepare(
    `UPDATE works SET title = ?, journal = ?, year = ?, type = ?, cited_by = ?, retracted = ?, source = ?, authors = ?, pmid = ?
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
