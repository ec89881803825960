import type { Kysely } from 'kysely'
import type { Amount } from '../../kit/amounts/format.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { WantedPaper } from '../../paper/activity/index.ts'

/** Reads the bounties of listed papers: one amount for each currency. */
export type ReadOffers = (papers: readonly WantedPaper[]) => Promise<ReadonlyMap<Doi, Amount[]>>

/** A feature that offers bounties for papers. */
export type TellsOffers<Tables> = { offers: (db: Kysely<Tables>) => ReadOffers }

/** Dependency of features that show bounties of papers. */
export type WithOffers = { offers: ReadOffers }

// biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
type Any = any

export const offersOf = (features: readonly Partial<TellsOffers<Any>>[], db: Kysely<Any>): ReadOffers => {
  const readers = features.flatMap(({ offers }) => offers?.(db) ?? [])
  return async papers => new Map((await Promise.all(readers.map(read => read(papers)))).flatMap(told => [...told]))
}
