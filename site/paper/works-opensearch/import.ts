import type { WorksSink } from '../works-index/index.ts'
import { openAsk } from './ask.ts'
import { makeFirstIndex, makeNewIndex, requireIndex } from './indexes.ts'
import type { SearchPlace } from './place.ts'
import { sinkInto } from './sink.ts'
import { type WriterThere, writerInto } from './writer.ts'

/**
 * Deployment of an import. `beside`: into a copy of the serving index, which it replaces when done. `fresh`: the same with an empty index.
 * `in-place`: into the serving index.
 */
export type ImportWay = 'beside' | 'fresh' | 'in-place'

type ImportThere = {
  sink: WorksSink
  count: () => Promise<number>
  /** Publishes the import. Until then readers see the old data, except with `in-place`. */
  serve: () => Promise<void>
  /** Discards the import without affecting the serving index. */
  abandon: () => Promise<void>
  close: () => Promise<void>
}

/** Begins an import into OpenSearch. */
export const beginImport = async (place: SearchPlace, way: ImportWay): Promise<ImportThere> => {
  const ask = openAsk(place)
  try {
    if (way === 'in-place') await requireIndex(ask, place.name)
    const made = way === 'in-place' ? null : await makeNewIndex(ask, place.name, { copy: way === 'beside' })
    const writer = writerInto(ask, made?.target ?? place.name)
    return {
      sink: sinkInto(writer),
      count: writer.count,
      serve: async () => made?.serve(),
      abandon: async () => made?.abandon(),
      close: ask.close,
    }
  } catch (error) {
    await ask.close()
    throw error
  }
}

/** The writer of the index that serves, which is made where there is none. */
export const openServingWriter = async (place: SearchPlace): Promise<WriterThere & { close: () => Promise<void> }> => {
  const ask = openAsk(place)
  try {
    await makeFirstIndex(ask, place.name)
    return { ...writerInto(ask, place.name), close: ask.close }
  } catch (error) {
    await ask.close()
    throw error
  }
}
