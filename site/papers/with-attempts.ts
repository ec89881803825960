import type { Doi } from '../doi/index.ts'
import type { KnownReader, ReplicationEntry } from '../known/index.ts'

/** Reads attempts to repeat some papers that features of the site know of. */
export type ReadAttempts = (dois: readonly Doi[]) => Promise<readonly ReplicationEntry[]>

/** What is stored about papers, with the attempts that features know of beside it. */
export const withAttempts = (known: KnownReader, readAttempts: ReadAttempts): KnownReader => ({
  async one(doi) {
    const [stored, added] = await Promise.all([known.one(doi), readAttempts([doi])])
    return { ...stored, replications: [...stored.replications, ...added] }
  },
  async many(dois) {
    const [stored, added] = await Promise.all([known.many(dois), readAttempts(dois)])
    for (const entry of added) stored.get(entry.originalDoi as Doi)?.replications.push(entry)
    return stored
  },
})
