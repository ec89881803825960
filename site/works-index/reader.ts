import type { Doi } from '../doi/index.ts'
import { openLiveIndex } from './live-index.ts'
import { type Work, type WorkRow, workColumns, workOfRow } from './work.ts'

export type WorksReader = {
  /** The work with this DOI, or null. About 10 µs, so it may run on the main thread. Never throws. */
  findWork(doi: Doi): Work | null
  /** Works in the index; 0 while there is no index. */
  count(): number
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
      try {
        const row = live.get()?.prepare(`SELECT ${workColumns} FROM works WHERE doi = ?`).get(doi)
        return row === undefined ? null : workOfRow(row as WorkRow)
      } catch (error) {
        options.onNotice?.(`The search index could not be read: ${error instanceof Error ? error.message : error}`)
        return null
      }
    },
    count() {
      try {
        return Number(live.get()?.prepare('SELECT count(*) AS n FROM works').get()?.n ?? 0)
      } catch {
        return 0
      }
    },
    close: () => live.close(),
  }
}
