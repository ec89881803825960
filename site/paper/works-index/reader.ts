import { existsSync, renameSync, rmSync } from 'node:fs'
import { beginSqliteSnapshot, findDamage } from '@corroborate/server-kit/database'
import { messageOf } from '@corroborate/server-kit/error-message'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { foldWords } from './fold.ts'
import { titleStart } from './judge.ts'
import { type OpenIndex, openLiveIndex } from './live-index.ts'
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

/** The index inside the data folder. It is derived: it may be deleted, and copied from one node to another. */
export const worksIndexFile = 'works.sqlite'

/**
 * Moves a damaged search index to `FILE.damaged`, so that startup rebuilds it; all its data is derived. `onNotice` receives what the new
 * one lacks.
 */
export const setDamagedAside = (file: string, onNotice: (sentence: string) => void): void => {
  const finding = findDamage(file)
  if (finding === null) return
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(`${file}.damaged${ending}`, { force: true })
    if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, `${file}.damaged${ending}`)
  }
  onNotice(
    `The search index ${file} was damaged (SQLite's quick_check reports "${finding}") and is rebuilt from the starter corpus. ` +
      `Run works:import again with your own files, if any. The damaged file is kept at ${file}.damaged.`,
  )
}

/** Result of an index lookup; `unavailable` if the index is unreadable. */
export type WorkAnswer = { kind: 'found'; work: Work } | { kind: 'not-found' } | { kind: 'unavailable' }

/** So many works are looked at for each title. */
const mostTitled = 50

export type StartedWork = { start: string; work: Work }

export type WorksReader = {
  /** The work with this DOI. About 10 µs, so it may run on the main thread. Never throws. */
  findWork(doi: Doi): WorkAnswer
  /** The works with these DOIs, in one query. For many: some µs each. Never throws. */
  findWorks(dois: readonly Doi[]): Map<Doi, Work>
  /** The papers that these numbers of PubMed's stand for, in one query. As fast. Never throws. */
  findPmids(pmids: readonly string[]): Map<string, Doi>
  /** The works with one of these titles, written in any case and with any punctuation, in one query. As fast. Never throws. */
  findTitled(titles: readonly string[]): Work[]
  /**
   * Returns the works with one of these title keys (`titleStart`), up to `most` for each, in one query. Some µs each in bulk. Never throws.
   */
  findStarting(starts: readonly string[], most: number): StartedWork[]
  /** Returns up to `most` works whose folded title continues this beginning. About 10 µs. Never throws. */
  findGoingOn(beginning: string, most: number): Work[]
  /** Returns those of the title keys (`titleStart`) that start some title, in one query. Some µs each in bulk. Never throws. */
  startsKnown(starts: readonly string[]): Set<string>
  /** Works in the index; 0 while there is no index, null when it cannot be read. */
  count(): number | null
  close(): void
}

/**
 * Opens the index for look-ups by DOI. A missing file is an empty index and is picked up when it appears; a rebuilt or replaced file is
 * picked up within a quarter of a second.
 */
export const openWorksReader = (file: string, options: { onNotice?: (sentence: string) => void } = {}): WorksReader => {
  const { onNotice } = options
  const live = openLiveIndex(file, options)

  /** Queries the index; returns `otherwise` if it is missing or unreadable. */
  const read = <Answer>(otherwise: Answer, ask: (index: OpenIndex) => Answer): Answer => {
    const state = live.get()
    if (state.kind !== 'open') return otherwise
    try {
      return ask(state.index)
    } catch (error) {
      onNotice?.(`The search index could not be read: ${messageOf(error)}`)
      return otherwise
    }
  }

  return {
    findWork(doi) {
      const state = live.get()
      if (state.kind === 'missing') return { kind: 'not-found' }
      if (state.kind === 'unreadable') return { kind: 'unavailable' }
      try {
        const row = state.index.prepare(`SELECT ${workColumns} FROM works WHERE doi = ?`).get(doi)
        return row === undefined ? { kind: 'not-found' } : { kind: 'found', work: workOfRow(row as WorkRow) }
      } catch (error) {
        onNotice?.(`The search index could not be read: ${messageOf(error)}`)
        return { kind: 'unavailable' }
      }
    },
    findWorks: dois =>
      read(new Map(), index => {
        const find = index.prepare(`SELECT ${workColumns} FROM works WHERE doi IN (SELECT value FROM json_each(?))`)
        const works = find.all(JSON.stringify(dois)).map(row => workOfRow(row as WorkRow))
        return new Map(works.map(work => [work.doi, work]))
      }),
    findPmids: pmids =>
      read(new Map(), index => {
        const rows = index
          .prepare('SELECT value AS pmid, doi FROM json_each(?) JOIN works ON works.pmid = CAST(value AS INTEGER)')
          .all(JSON.stringify(pmids)) as { pmid: string; doi: string }[]
        return new Map(rows.map(({ pmid, doi }) => [pmid, storedDoi(doi)]))
      }),
    findTitled: titles =>
      read([], index => {
        const wanted = titles.map(foldWords).filter(words => words.length > 0)
        const sameStart = index.prepare(
          `SELECT ${workColumns} FROM titles JOIN works ON works.id = titles.work
           WHERE start IN (SELECT value FROM json_each(?)) LIMIT ?`,
        )
        const starts = JSON.stringify(wanted.map(titleStart))
        const works = sameStart.all(starts, mostTitled * wanted.length).map(row => workOfRow(row as WorkRow))
        const folded = new Set(wanted.map(words => words.join(' ')))
        return works.filter(work => folded.has(foldWords(work.title ?? '').join(' ')))
      }),
    findStarting: (starts, most) =>
      read([], index => {
        const rows = index.prepare(worksStarting).all(JSON.stringify(starts), most) as StartedRow[]
        return rows.map(row => ({ start: row.start, work: workOfRow(row) }))
      }),
    findGoingOn: (beginning, most) =>
      read([], index => {
        const goingOn = index.prepare(
          `SELECT ${workColumns} FROM titles JOIN works ON works.id = titles.work
           WHERE start >= ? AND start < ? ORDER BY start LIMIT ?`,
        )
        return goingOn.all(beginning, `${beginning}\u{10ffff}`, most).map(row => workOfRow(row as WorkRow))
      }),
    startsKnown: starts =>
      read(new Set(), index => {
        const rows = index
          .prepare('SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM titles WHERE start = value)')
          .all(JSON.stringify(starts)) as { value: string }[]
        return new Set(rows.map(({ value }) => value))
      }),
    count() {
      const state = live.get()
      if (state.kind !== 'open') return state.kind === 'missing' ? 0 : null
      try {
        return Number(state.index.prepare('SELECT count(*) AS n FROM works').get()?.n)
      } catch {
        return null
      }
    },
    close: () => live.close(),
  }
}

type StartedRow = WorkRow & { start: string }

/** The inner query keeps it at so many for each start. */
const worksStarting = `
  SELECT start, ${workColumns} FROM (SELECT value AS wanted FROM json_each(?))
  CROSS JOIN titles ON start = wanted AND work IN (SELECT work FROM titles WHERE start = wanted LIMIT ?)
  CROSS JOIN works ON works.id = work`
