import { messageOf } from '@corroborate/server-kit/error-message'
import { openServingWriter, type SearchPlace, sinkInto } from '../../paper/works-opensearch/index.ts'
import { loadStarterInto, type StarterOptions } from './load-starter.ts'

/** While OpenSearch does not answer it is tried again after so long, in ms. */
const pause = 10_000

/**
 * Loads the starter corpus into OpenSearch and creates the first index. If OpenSearch is unavailable, the site starts without it, and
 * loading is retried until it succeeds or the returned function is called.
 */
export const loadStarterThere = async ({
  place,
  ...options
}: StarterOptions & { place: SearchPlace }): Promise<() => Promise<void>> => {
  const { onNotice = () => {} } = options
  let again: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  let closed = false

  const load = async (): Promise<void> => {
    try {
      const writer = await openServingWriter(place)
      try {
        await loadStarterInto({ ...writer, ...sinkInto(writer) }, options)
      } finally {
        await writer.close()
      }
    } catch (error) {
      if (closed) return
      onNotice(`Could not load the starter corpus into OpenSearch: ${messageOf(error)}`)
      again = setTimeout(() => {
        underWay = load()
      }, pause).unref()
    }
  }

  await load()
  return async () => {
    closed = true
    clearTimeout(again)
    await underWay
  }
}
