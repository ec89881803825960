/** What stands for the nonce in a kept document. Random per process, so that no text of a page can hold it by design. */
const placeholder = `nonce-${crypto.randomUUID()}`

type Kept = { parts: string[]; headers: Record<string, string>; until: number }

/**
 * Keeps rendered documents for a moment, for readers about whom the page does not depend: a paper in the news is rendered
 * once a second, however many read it. The nonce is put in anew for each reader.
 *
 * @param lifetime how long a document is good, in ms
 * @param most how many documents are kept; the oldest goes first
 */
export const createBriefCache = ({ lifetime, most, now = () => performance.now() }: BriefCacheOptions) => {
  const kept = new Map<string, Kept>()

  const keep = (key: string, parts: string[], headers: Record<string, string>): Kept => {
    kept.delete(key)
    if (kept.size >= most) kept.delete(kept.keys().next().value ?? '')
    const entry = { parts, headers, until: now() + lifetime }
    kept.set(key, entry)
    return entry
  }

  /** The document under `key` with this nonce; `make` is called with a stand-in nonce when there is none or it is too old. */
  const document = async (
    key: string,
    nonce: string,
    make: (nonce: string) => Promise<{ html: string; headers: Record<string, string>; keep: boolean }>,
  ): Promise<{ html: string; headers: Record<string, string> }> => {
    let entry = kept.get(key)
    if (entry === undefined || entry.until <= now()) {
      const made = await make(placeholder)
      const parts = made.html.split(placeholder)
      if (!made.keep) return { html: parts.join(nonce), headers: made.headers }
      entry = keep(key, parts, made.headers)
    }
    return { html: entry.parts.join(nonce), headers: entry.headers }
  }

  return { document, size: () => kept.size }
}

type BriefCacheOptions = { lifetime: number; most: number; now?: () => number }
export type BriefCache = ReturnType<typeof createBriefCache>
