import { gzipSync } from 'node:zlib'
import {
  allowScripts,
  chooseEncoding,
  type HttpContext,
  knownForm,
  letCompress,
  strongTag,
  tagOfEncoding,
} from '@corroborate/server-kit/http'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { LRUCache } from 'lru-cache'
import { inlineHashes } from './document.ts'

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

/**
 * Responds with a shared document: 304 if the reader has it, compressed if accepted. Popular documents are compressed in advance, others on
 * the fly.
 */
export const sendDocument = (c: HttpContext, document: BriefDocument, status: 200 | 429 = 200): Response => {
  const { etag, gzip, bytes } = document
  const known = etag === null ? null : knownForm(c.req.header('If-None-Match'), etag)
  if (known !== null) return c.body(null, 304, { ...document.headers, ETag: known })
  allowScripts(c, inlineHashes)
  const headers = { ...document.headers, 'Content-Type': 'text/html; charset=UTF-8' }
  if (etag !== null && gzip !== null && chooseEncoding(c.req.header('Accept-Encoding'), ['gzip', 'br']) === 'gzip') {
    const body = gzip()
    return c.body(body, status, {
      ...headers,
      ETag: tagOfEncoding(etag, 'gzip'),
      'Content-Encoding': 'gzip',
      'Content-Length': String(body.byteLength),
    })
  }
  letCompress(c, bytes)
  return c.body(bytes, status, etag === null ? headers : { ...headers, ETag: etag })
}
