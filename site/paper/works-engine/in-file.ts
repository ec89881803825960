import { storedDoi } from '../../kit/doi/index.ts'
import { createSearchPool, openWorksReader } from '../works-index/index.ts'
import type { WorksEngine } from './look-up.ts'

/** A DOI that no work has: looking it up shows whether the file can be read. */
const nobody = storedDoi('10.0000/nobody')

type Options = { file: string; threads: number; onNotice: (sentence: string) => void }

/** Works in a local file: searched in threads, looked up here. The file may be missing at first. */
export const openWorksInFile = ({ file, threads, onNotice }: Options): WorksEngine => {
  const reader = openWorksReader(file, { onNotice })
  const pool = createSearchPool({ file, threads, onNotice })
  return {
    search: pool.search,
    lookUp: async ask => ask(reader),
    count: async () => reader.count(),
    check: async () => {
      // Counting them all would hold up the thread that answers.
      if (reader.findWork(nobody).kind === 'unavailable') throw new Error('The search index cannot be read.')
    },
    close: async () => {
      reader.close()
      await pool.close()
    },
  }
}
