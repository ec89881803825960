import { LRUCache } from 'lru-cache'

/** Stands for the nonce in a kept document. Random for each process, so that nobody can write a page that contains it. */
const placeholder = `nonce-${crypto.randomUUID()}`

/** A document and the headers it is sent with. */
export type BriefDocument = { html: string; headers: Record<string, string> }

type Kept = { parts: string[]; headers: Record<string, string>; madeAt: number }

type BriefCacheOptions = {
  /** How long a document is good, in ms. */
  lifetime: number
  /** How many documents are kept; the one that was not read for longest goes first. */
  most: number
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Keeps rendered documents for a moment, for readers to whom the page says the same: a paper that many read is rendered once
 * a second. Each reader gets a nonce of their own.
 */
export const createBriefCache = ({ lifetime, most, now }: BriefCacheOptions) => {
  const documents = new LRUCache<string, Kept>({ max: most })

  /** A clock that was put back says nothing about a document made before: it counts as too old. */
  const isGood = ({ madeAt }: Kept): boolean => now() >= madeAt && now() < madeAt + lifetime

  return {
    /** The document under `key` with this nonce, or null when there is none or it is too old. */
    kept: (key: string, nonce: string): BriefDocument | null => {
      const entry = documents.get(key)
      if (entry === undefined || !isGood(entry)) return null
      return { html: entry.parts.join(nonce), headers: entry.headers }
    },

    /** Makes the document with the placeholder for a nonce, keeps it where `keep` is true, and gives it with this nonce. */
    make: async (
      key: string,
      nonce: string,
      make: (nonce: string) => Promise<BriefDocument & { keep: boolean }>,
    ): Promise<BriefDocument> => {
      const { html, headers, keep } = await make(placeholder)
      const parts = html.split(placeholder)
      if (keep) documents.set(key, { parts, headers, madeAt: now() })
      return { html: parts.join(nonce), headers }
    },
  }
}
