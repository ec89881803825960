import type { Doi } from '../../kit/doi/index.ts'
import { foldWords } from './fold.ts'
import { titleStart } from './indexed-words.ts'
import { openLiveIndex } from './live-index.ts'
import { type Work, type WorkRow, workColumns, workOfRow } from './work.ts'

/** What a look-up in the index comes to; `unavailable` when the index cannot be read. */
export type WorkAnswer = { kind: 'found'; work: Work } | { kind: 'not-found' } | { kind: 'unavailable' }

/** So many works whose titles begin alike are looked at. */
const mostTitled = 50

export type WorksReader = {
  /** The work with this DOI. About 10 µs, so it may run on the main thread. Never throws. */
  findWork(doi: Doi): WorkAnswer
  /** The works with this title, written in any case and with any punctuation. As fast. Never throws. */
  findTitled(title: string): Work[]
  /** Works in the index; 0 while there is no index, null when it cannot be read. */
  count(): number | null
  close(): void
}

/**
 * Opens the index for look-ups by DOI. A missing file is an empty index and is picked up when it appears; a rebuilt or replaced file is
 * picked up within a quarter of a second.
 */
export const openWorksReader = (file: string, options: { onNotice?: (sentence: string) => void } = {}): WorksReader => {
  const live = openLiveIndex(file, options)
  return {
    findWork(doi) {
      const state = live.get()
      if (state.kind === 'missing') return { kind: 'not-found' }
      if (state.kind === 'unreadable') return { kind: 'unavailable' }
      try {
        const row = state.index.prepare(`SELECT ${workColumns} FROM works WHERE doi = ?`).get(doi)
        return row === undefined ? { kind: 'not-found' } : { kind: 'found', work: workOfRow(row as WorkRow) }
      } catch (error) {
        options.onNotice?.(`The search index could not be read: ${error instanceof Error ? error.message : error}`)
        return { kind: 'unavailable' }
      }
    },
    findTitled(title) {
      const state = live.get()
      const words = foldWords(title)
      if (state.kind !== 'open' || words.length === 0) return []
      try {
        const sameStart = state.index.prepare(
          `SELECT ${workColumns} FROM titles JOIN works ON works.id = titles.work WHERE start = ? LIMIT ${mostTitled}`,
        )
        const works = sameStart.all(titleStart(words)).map(row => workOfRow(row as WorkRow))
        return works.filter(work => foldWords(work.title ?? '').join(' ') === words.join(' '))
      } catch (error) {
        options.onNotice?.(`The search index could not be read: ${error instanceof Error ? error.message : error}`)
        return []
      }
    },
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
