import { spliceGzip, weakTag } from '@corroborate/server-kit/http'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
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
  bytes: (nonce: string) => Buffer<ArrayBuffer>
  /** The same, compressed once for all. Null where that is not worth it, since nobody has asked for it twice. */
  gzip: ((nonce: string) => Buffer<ArrayBuffer>) | null
}

/** What is made: a document with the nonce that it was asked to hold. */
export type MadeDocument = { html: string; headers: Record<string, string>; keep: boolean }

type WriteDocument = (nonce: string) => Promise<MadeDocument>

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
 * once a second. Each reader gets a nonce of their own.
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
    const { html, headers, keep } = await write(placeholder)
    const texts = html.split(placeholder)
    const document = { headers, bytes: joined(texts.map(text => Buffer.from(text))), gzip: null, etag: null }
    if (!keep) return document
    const etag = weakTag(texts.join(''))
    documents.set(key, { document: { ...document, etag, gzip: compressedOnce(texts) }, madeAt: now() })
    return { ...document, etag }
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

/** Bytes rather than a text: a kept document is encoded once, however many read it. */
const joined =
  (parts: readonly Buffer[]) =>
  (nonce: string): Buffer<ArrayBuffer> => {
    const between = Buffer.from(nonce)
    return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])))
  }

const compressedOnce = (parts: readonly string[]): ((nonce: string) => Buffer<ArrayBuffer>) => {
  let splice: ReturnType<typeof spliceGzip> | null = null
  return nonce => {
    splice ??= spliceGzip(parts, nonceLength)
    return splice(nonce)
  }
}
