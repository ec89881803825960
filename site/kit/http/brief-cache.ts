import { spliceGzip, weakTag } from '@corroborate/server-kit/http'
import { LRUCache } from 'lru-cache'

/** Stands for the nonce in a kept document. Random for each process, so that nobody can write a page that contains it. */
const placeholder = `nonce-${crypto.randomUUID()}`

/** A nonce has so many characters. */
const nonceLength = crypto.randomUUID().length

/** A document for everybody, and the headers it is sent with. */
export type BriefDocument = {
  headers: Record<string, string>
  /** A tag for what everybody gets alike; null where it is not kept. */
  etag: string | null
  html: (nonce: string) => string
  /** The same, compressed: once, whoever asks. Null where that is not worth it, since nobody has asked for it twice. */
  gzip: ((nonce: string) => Buffer<ArrayBuffer>) | null
}

/** What is made: a document with the nonce that it was asked to hold. */
export type MadeDocument = { html: string; headers: Record<string, string>; keep: boolean }

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
 * Keeps rendered documents for a moment, for readers to whom the page says the same: a paper that many read is rendered and compressed
 * once a second. Each reader gets a nonce of their own.
 */
export const createBriefCache = ({ lifetime, most, now }: BriefCacheOptions) => {
  const documents = new LRUCache<string, Kept>({ max: most })

  /** A clock that was put back says nothing about a document made before: it counts as too old. */
  const isGood = ({ madeAt }: Kept): boolean => now() >= madeAt && now() < madeAt + lifetime

  return {
    /** The document under `key`, or null when there is none or it is too old. */
    kept: (key: string): BriefDocument | null => {
      const entry = documents.get(key)
      return entry === undefined || !isGood(entry) ? null : entry.document
    },

    /** Makes the document with the placeholder for a nonce, and keeps it where `keep` is true. */
    make: async (key: string, make: (nonce: string) => Promise<MadeDocument>): Promise<BriefDocument> => {
      const { html, headers, keep } = await make(placeholder)
      const parts = html.split(placeholder)
      const first = { headers, html: (nonce: string) => parts.join(nonce), gzip: null }
      if (!keep) return { ...first, etag: null }
      const etag = weakTag(parts.join(''))
      documents.set(key, { document: { ...first, etag, gzip: compressedOnce(parts) }, madeAt: now() })
      return { ...first, etag }
    },
  }
}

const compressedOnce = (parts: readonly string[]): ((nonce: string) => Buffer<ArrayBuffer>) => {
  let splice: ReturnType<typeof spliceGzip> | null = null
  return nonce => {
    splice ??= spliceGzip(parts, nonceLength)
    return splice(nonce)
  }
}
