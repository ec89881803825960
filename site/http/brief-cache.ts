/** What stands for the nonce in a kept document. Random per process, so that no text of a page can hold it by design. */
const placeholder = `nonce-${crypto.randomUUID()}`

/** A document and the headers it is sent with. */
export type BriefDocument = { html: string; headers: Record<string, string> }

type Kept = { parts: string[]; headers: Record<string, string>; until: number }

type BriefCacheOptions = {
  /** How long a document is good, in ms. */
  lifetime: number
  /** How many documents are kept; the oldest goes first. */
  most: number
  now?: () => number
}

/**
 * Keeps rendered documents for a moment, for readers about whom the page does not depend: a paper in the news is rendered
 * once a second, however many read it. The nonce is put in anew for each reader.
 */
export function createBriefCache({ lifetime, most, now = () => performance.now() }: BriefCacheOptions) {
  const entries = new Map<string, Kept>()

  return {
    /** The document under `key` with this nonce, or null when there is none or it is too old. */
    kept: (key: string, nonce: string): BriefDocument | null => {
      const entry = entries.get(key)
      if (entry === undefined || entry.until <= now()) return null
      return { html: entry.parts.join(nonce), headers: entry.headers }
    },

    /** Makes the document with a stand-in nonce, keeps it when it says so, and gives it with this nonce. */
    make: async (
      key: string,
      nonce: string,
      make: (nonce: string) => Promise<BriefDocument & { keep: boolean }>,
    ): Promise<BriefDocument> => {
      const { html, headers, keep } = await make(placeholder)
      const parts = html.split(placeholder)
      if (keep) {
        entries.delete(key)
        if (entries.size >= most) entries.delete(entries.keys().next().value ?? '')
        entries.set(key, { parts, headers, until: now() + lifetime })
      }
      return { html: parts.join(nonce), headers }
    },

    size: () => entries.size,
  }
}
