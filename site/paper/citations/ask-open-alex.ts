import { listed, runTransaction } from '@corroborate/server-kit/database'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { watchedAmong } from '../activity/index.ts'
import { keepReferences } from './keep-references.ts'
import { askedTogether, askForIds, askWhoCites, type OpenAlexLists } from './open-alex-lists.ts'
import type { CitationTables } from './tables.ts'

/** Number of flagged papers considered for one ID request. */
const candidates = 50
/** Retry delay for papers missing in OpenAlex, in ms. */
const askedAgainAfter = 30 * 86_400_000

/** Returns those of the papers with local metadata; only their references are stored. */
export type AmongOurs = (dois: readonly Doi[]) => Promise<ReadonlySet<Doi>>

/** Schedules the next step in the transaction that stores this one's result. `more`: this kind of step has more to do. */
type WriteNext = (tx: Kysely<OutboxTables>, more: boolean) => Promise<void>

type StepOptions = { db: Kysely<CitationTables & OutboxTables>; openAlex: OpenAlexLists; next: WriteNext }

/**
 * Fetches OpenAlex IDs of the next flagged papers without one, most recent first. One request, two if a list is rejected.
 * @throws CouldNotAsk if OpenAlex is unavailable: nothing is stored or marked as missing
 */
export const learnIds = async ({ db, openAlex, next }: StepOptions): Promise<void> => {
  const now = openAlex.web.now()
  const rows = await db
    .selectFrom('fallen_papers')
    .select('doi')
    .where('openalex_id', 'is', null)
    .where(where => where.or([where('id_asked_at', 'is', null), where('id_asked_at', '<=', now - askedAgainAfter)]))
    .orderBy('fell_on', 'desc')
    .orderBy('doi')
    .limit(candidates)
    .execute()
  const dois = askedTogether(rows.map(({ doi }) => storedDoi(doi)))
  const { works, asked } = await askForIds(openAlex, dois)
  await runTransaction(db, async tx => {
    for (const { doi, id, title } of works)
      await tx.updateTable('fallen_papers').set({ openalex_id: id, title }).where('doi', '=', doi).execute()
    await tx
      .updateTable('fallen_papers')
      .set({ id_asked_at: now })
      .where('doi', 'in', listed(tx, JSON.stringify(asked)))
      .execute()
    await next(tx.$pickTables<'outbox'>(), asked.length > 0)
  })
}

/**
 * Fetches one page of the works citing the next flagged paper and stores those among our papers. Stores them and the progress in one
 * transaction, so that it survives crashes. One request.
 * @throws CouldNotAsk if OpenAlex is unavailable: the paper is retried
 */
export const learnWhoCites = async ({ db, openAlex, next, ours }: StepOptions & { ours: AmongOurs }): Promise<void> => {
  const fallen = await db
    .selectFrom('fallen_papers')
    .select(['doi', 'openalex_id', 'cursor'])
    .where('citing_asked_at', 'is', null)
    .where('openalex_id', 'is not', null)
    .orderBy('fell_on', 'desc')
    .orderBy('doi')
    .limit(1)
    .executeTakeFirst()
  if (fallen === undefined || fallen.openalex_id === null)
    return runTransaction(db, tx => next(tx.$pickTables<'outbox'>(), false))
  const page = await askWhoCites(openAlex, fallen.openalex_id, fallen.cursor)
  const dois = page.citing.map(({ doi }) => doi)
  const [known, watched] = await Promise.all([ours(dois), watchedAmong(db, dois)])
  const cited = storedDoi(fallen.doi)
  const references = page.citing
    .filter(({ doi }) => known.has(doi) || watched.has(doi))
    .map(({ doi, published }) => ({ citing: doi, cited, source: 'openalex' as const, published }))
  const now = openAlex.web.now()
  await runTransaction(db, async tx => {
    await keepReferences(tx.$pickTables<keyof CitationTables>(), references, now)
    await tx
      .updateTable('fallen_papers')
      .set({ cursor: page.next, citing_asked_at: page.next === null ? now : null })
      .where('doi', '=', fallen.doi)
      .execute()
    await next(tx.$pickTables<'outbox'>(), true)
  })
}
