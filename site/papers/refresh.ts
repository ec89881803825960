import type { Kysely } from 'kysely'
import type { Doi } from '../doi/index.ts'
import { type KnownTables, replaceUpdates, type ToldUpdate } from '../known/index.ts'
import type { FactsAnswer, PaperFacts } from './facts.ts'
import { type FactsTables, saveFacts } from './facts-store.ts'
import type { AskForFacts } from './open-alex.ts'

type Tables = FactsTables & KnownTables

export type RefreshOptions = {
  db: Kysely<Tables>
  openAlex: AskForFacts | null
  crossref: AskForFacts | null
  now: () => number
}

/** Patience of a job in the background, in ms. */
const patience = 15_000

/**
 * Asks OpenAlex and Crossref about a paper and keeps what they say: facts (OpenAlex's before Crossref's, an answer before silence) and
 * Crossref's updates. Services that do not answer change nothing; the next view asks for another refresh.
 */
export const createRefresh =
  ({ db, openAlex, crossref, now }: RefreshOptions): ((doi: Doi) => Promise<void>) =>
  async doi => {
    const [fromOpenAlex, fromCrossref] = await Promise.all([openAlex?.(doi, patience), crossref?.(doi, patience)])
    const answers: FactsAnswer[] = [fromOpenAlex, fromCrossref].filter(answer => answer !== undefined)
    const facts = answers.find(answer => answer.kind === 'found')?.facts ?? null
    if (facts === null && answers.some(answer => answer.kind === 'unavailable')) return
    const updates = fromCrossref?.kind === 'found' ? (fromCrossref.updates ?? null) : null
    await keep(db, doi, facts, updates, now())
  }

/** Keeps an answer from outside: facts (null when nobody knew any), and Crossref's updates when it was the one that answered. */
export const keep = async (
  db: Kysely<Tables>,
  doi: Doi,
  facts: PaperFacts | null,
  updates: readonly ToldUpdate[] | null,
  now: number,
): Promise<void> => {
  await db.transaction().execute(async tx => {
    await saveFacts(tx.$pickTables<'paper_facts'>(), doi, facts, now)
    if (updates !== null) await replaceUpdates(tx.$pickTables<keyof KnownTables>(), doi, updates, now)
  })
}
