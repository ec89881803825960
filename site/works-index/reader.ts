import type { Doi } from '../doi/index.ts'
import { openLiveIndex } from './live-index.ts'
import { type Work, type WorkRow, workColumns, workOfRow } from './work.ts'

/** What a look-up in the index comes to; `unavailable` when the index cannot be read. */
export type WorkAnswer = { kind: 'found'; work: Work } | { kind: 'not-found' } | { kind: 'unavailable' }

export type WorksReader = {
  /** The work with this DOI. About 10 µs, so it may run on the main thread. Never throws. */
  findWork(doi: Doi): WorkAnswer
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
