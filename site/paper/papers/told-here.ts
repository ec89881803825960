import type { Doi } from '../../kit/doi/index.ts'
import type { KnownReader, NoteEntry, ReplicationEntry } from '../known/index.ts'

/** Reads attempts to repeat some papers that features of the site know of. */
export type ReadAttempts = (dois: readonly Doi[]) => Promise<readonly ReplicationEntry[]>

/** Reads notes on a paper, aggregated into few entries. */
export type ReadNotes = (doi: Doi) => Promise<readonly NoteEntry[]>

/** Evidence from stores and from the community. */
export type ToldReader = Pick<KnownReader, 'many'> & {
  one: (doi: Doi) => Promise<Awaited<ReturnType<KnownReader['one']>> & { notes: readonly NoteEntry[] }>
}

/** Combines stored evidence with features' replications and, for a paper's own page, notes. */
export const withToldHere = (
  known: KnownReader,
  { attempts, notes }: { attempts: ReadAttempts; notes: ReadNotes },
): ToldReader => ({
  async one(doi) {
    const [stored, added, said] = await Promise.all([known.one(doi), attempts([doi]), notes(doi)])
    return { ...stored, replications: [...stored.replications, ...added], notes: said }
  },
  async many(dois) {
    const [stored, added] = await Promise.all([known.many(dois), attempts(dois)])
    for (const entry of added) stored.get(entry.originalDoi as Doi)?.replications.push(entry)
    return stored
  },
})
