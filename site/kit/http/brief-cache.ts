import { gzipSync } from 'node:zlib'
import { strongTag } from '@corroborate/server-kit/http'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { LRUCache } from 'lru-cache'

/** A shared document with its headers. */
export type BriefDocument = {
  headers: Record<string, string>
  /** A strong tag for it as it is; null where it is not kept. */
  etag: string | null
  bytes: Buffer<ArrayBuffer>
  /** Gzip variant, compressed once. Null until the document is requested a second time. */
  gzip: (() => Buffer<ArrayBuffer>) | null
}

/** A rendered document without a nonce, since it is shared. */
export type MadeDocument = { html: string; headers: Record<string, string>; keep: boolean }

type WriteDocument = () => Promise<MadeDocument>

type Kept = { document: BriefDocument; madeAt: number }

type BriefCacheOptions = {
  /** Maximum age of a document, in ms. */
  lifetime: number
  /** Maximum number of documents; evicts the least recently used. */
  most: number
  /** Epoch milliseconds. */
  now: () => number
}

/** Short-lived cache of rendered shared documents: a popular paper is rendered and compressed once a second. */
export const createBriefCache = ({ lifetime, most, now }: BriefCacheOptions) => {
  const documents = new LRUCache<string, Kept>({ max: most })

  /** If the clock was set back, older documents count as expired. */
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
     * Returns the document under `key`. A missing or expired one is rendered once for all concurrent requests. An uncacheable one is not
     * shared, so the other requests render their own, as they do if rendering fails.
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
