import { gzipSync } from 'node:zlib'
import { strongTag } from '@corroborate/server-kit/http'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { LRUCache } from 'lru-cache'

/** A document for everybody, and the headers it is sent with. */
export type BriefDocument = {
  headers: Record<string, string>
  /** A strong tag for it as it is; null where it is not kept. */
  etag: string | null
  bytes: Buffer<ArrayBuffer>
  /** The same, compressed once for all. Null where that is not worth it, since nobody has asked for it twice. */
  gzip: (() => Buffer<ArrayBuffer>) | null
}

/** What is made: a document without a nonce, since many get it. */
export type MadeDocument = { html: string; headers: Record<string, string>; keep: boolean }

type WriteDocument = () => Promise<MadeDocument>

type Kept = { document: BriefDocument; madeAt: number }

type BriefCacheOptions = {
  /** How long a document is good, in ms. */
  lifetime: number
  /** How many documents are kept; the one that was not read for longest goes first. */
  most: number
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Keeps rendered documents for a moment, for readers who all see the same: a paper that many read is rendered and compressed
 * once a second.
 */
export const createBriefCache = ({ lifetime, most, now }: BriefCacheOptions) => {
  const documents = new LRUCache<string, Kept>({ max: most })

  /** A clock that was put back says nothing about a document made before: it counts as too old. */
  const isGood = ({ madeAt }: Kept): boolean => now() >= madeAt && now() < madeAt + lifetime

  const kept = (key: string): BriefDocument | null => {
    const entry = documents.get(key)
    return entry === undefined || !isGood(entry) ? null : entry.document
  }

  const make = async (key: string, write: WriteDocument): Promise<BriefDocument> => {
    const { html, headers, keep } = await write()
    const bytes = Buffer.from(html)
    if (!keep) return { headers, bytes, gzip: null, etag: null }
    const etag = strongTag(bytes)
    documents.set(key, { document: { headers, bytes, etag, gzip: compressedOnce(bytes) }, madeAt: now() })
    return { headers, bytes, gzip: null, etag }
  }
  const making = createSingleFlight<string, void>()

  return {
    /**
     * The document under `key`. One that is missing or too old is made, once for all who ask for it meanwhile. What may not be kept
     * is nobody else's: each of the others makes their own then, and so they do when making it fails.
     */
    read: async (key: string, write: WriteDocument): Promise<BriefDocument> => {
      const known = kept(key)
      if (known !== null) return known
      const pending = making.pending(key)
      if (pending === undefined) {
        const made = make(key, write)
        void making.run(key, () =>
          made.then(
            () => {},
            () => {},
          ),
        )
        return made
      }
      await pending
      return kept(key) ?? make(key, write)
    },
  }
}

const compressedOnce = (bytes: Buffer): (() => Buffer<ArrayBuffer>) => {
  let compressed: Buffer<ArrayBuffer> | null = null
  return () => {
    compressed ??= gzipSync(bytes, { level: 9 })
    return compressed
  }
}
