import { join } from 'node:path'
import { messageOf } from '@corroborate/server-kit/error-message'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Settings } from '@corroborate/server-kit/settings'
import { openWorksWriter, type WorksSink, worksIndexFile } from '../../paper/works-index/index.ts'
import { beginImport, type ImportWay, searchPlaceOf } from '../../paper/works-opensearch/index.ts'

/** Destination of imported works. */
export type ImportTarget = {
  sink: WorksSink
  count: () => number | Promise<number>
  /** Completes the import: optimizes, or makes the imported works live. */
  finish: (signal: AbortSignal) => Promise<void>
  /** Closes it, whether finished or not. */
  close: () => Promise<void>
}

/** Opens the file of works, or OpenSearch where SEARCH_URL names one. */
export const openImportTarget = async (
  settings: Pick<Settings, 'dataDir' | 'searchUrls'>,
  way: ImportWay,
  say: (sentence: string) => void,
): Promise<ImportTarget> => {
  const place = searchPlaceOf(settings.searchUrls)
  if (place === null) return targetInFile(join(settings.dataDir, worksIndexFile), way, say)
  const begun = await beginImport(place, way)
  let served = false
  return {
    sink: begun.sink,
    count: begun.count,
    async finish(signal) {
      if (signal.aborted) return say('The live OpenSearch index is unchanged.')
      await begun.serve()
      served = true
    },
    async close() {
      if (!served)
        await begun.abandon().catch(error => say(`Could not delete the incomplete index: ${messageOf(error)}`))
      await begun.close()
    },
  }
}

const targetInFile = (file: string, way: ImportWay, onNotice: (sentence: string) => void): ImportTarget => {
  if (way !== 'beside') throw new OperatorError('--fresh and --in-place are for OpenSearch: set SEARCH_URL.')
  const writer = openWorksWriter(file, { onNotice })
  return {
    sink: writer,
    count: writer.count,
    async finish(signal) {
      while (!signal.aborted && !writer.mergeStep()) {}
    },
    close: async () => writer.close(),
  }
}
