import { createSearchPool, openWorksReader } from '../works-index/index.ts'
import type { WorksEngine } from './works-engine.ts'

type Options = { file: string; threads: number; onNotice: (sentence: string) => void }

/** The works in one file of this machine: searched in threads, looked up here. The file may be missing and appear later. */
export const openWorksInFile = ({ file, threads, onNotice }: Options): WorksEngine => {
  const reader = openWorksReader(file, { onNotice })
  const pool = createSearchPool({ file, threads, onNotice })
  return {
    search: pool.search,
    lookUp: async ask => ask(reader),
    count: async () => reader.count(),
    check: async () => {
      if (reader.count() === null) throw new Error('The search index cannot be read.')
    },
    close: async () => {
      reader.close()
      await pool.close()
    },
  }
}
