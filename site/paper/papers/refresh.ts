import { isDeepStrictEqual } from 'node:util'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { notePapersChange } from '../../kit/shared-caches/note-change.ts'
import { type CitationTables, learnReferences, type SourceReferences } from '../citations/index.ts'
import { type KnownTables, learnFlag, learnUpdates, noteAsked } from '../known/index.ts'
import {
  type FactsAnswer,
  type FactsTables,
  type FetchedUpdates,
  factsReader,
  type PaperFacts,
  saveFacts,
} from './facts-store.ts'
import type { FetchMetadata } from './open-alex.ts'
import { detailsOfBoth } from './record-details.ts'
import { sourceNames } from './statuses.ts'
import { replaceVersions, type SourceVersions, type VersionsTables } from './versions.ts'

type Tables = FactsTables & KnownTables & VersionsTables & CitationTables

export type RefreshOptions = {
  db: Kysely<Tables>
  openAlex: FetchMetadata | null
  crossref: FetchMetadata | null
  now: () => number
}

/** Patience of a job in the background, in ms. */
const patience = 15_000

/**
 * Refreshes a paper from OpenAlex and Crossref: metadata (OpenAlex's takes precedence, any response over none) and Crossref's updates.
 * Unavailable services change nothing; the next view requests another refresh.
 */
export const createRefresh =
  ({ db, openAlex, crossref, now }: RefreshOptions): ((doi: Doi) => Promise<void>) =>
  async doi => {
    const [fromOpenAlex, fromCrossref] = await Promise.all([openAlex?.(doi, patience), crossref?.(doi, patience)])
    const answers: FactsAnswer[] = [fromOpenAlex, fromCrossref].filter(answer => answer !== undefined)
    const found = answers.filter(answer => answer.kind === 'found')
    const [first, second] = found
    if (first === undefined && answers.some(answer => answer.kind === 'unavailable')) return
    const told =
      fromCrossref === undefined || fromCrossref.kind === 'unavailable' ? null : (fromCrossref.updates ?? null)
    const facts =
      first === undefined
        ? null
        : { ...first.facts, details: detailsOfBoth(first.facts.details, second?.facts.details ?? null) }
    const versions = found.flatMap(answer => answer.versions ?? [])
    const references = found.flatMap(answer => answer.references ?? [])
    await keep(db, doi, { facts, updates: told, versions, references }, now())
  }

/** Services' data on a paper: metadata (null if unknown), Crossref's updates if available, other versions by source, and references. */
export type Kept = {
  facts: PaperFacts | null
  updates: FetchedUpdates | null
  versions: readonly SourceVersions[]
  references: readonly SourceReferences[]
}

/** Stores external data in one transaction. */
export const keep = async (
  db: Kysely<Tables>,
  doi: Doi,
  { facts, updates, versions, references }: Kept,
  now: number,
): Promise<void> => {
  await runTransaction(db, async tx => {
    const stored = tx.$pickTables<'paper_facts'>()
    const before = await factsReader(stored)(doi)
    await saveFacts(stored, doi, facts, now)
    if (before?.kind !== 'found' || !isDeepStrictEqual(before.facts, facts)) await notePapersChange(tx, [doi])
    const known = tx.$pickTables<keyof KnownTables>()
    if (updates === 'unknown') await noteAsked(known, doi, now)
    else if (updates !== null) await learnUpdates(known, doi, updates, now)
    // A record's first data predates us and is no news.
    if (before?.kind === 'found' && facts?.retracted != null && facts.retracted !== (before.facts.retracted === true))
      await learnFlag(known, doi, { retracted: facts.retracted, by: sourceNames[facts.source] }, now)
    for (const told of versions) await replaceVersions(tx.$pickTables<keyof VersionsTables>(), doi, told)
    for (const told of references) await learnReferences(tx.$pickTables<keyof CitationTables>(), doi, told, now)
  })
}
