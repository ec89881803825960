import { deleteOlder, type Migration, runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { siteTables } from '../../kit/retention/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { DraftNoticeModel } from './model.ts'

export type DraftKind = 'note' | 'claim'

export type DraftTables = {
  /** Drafts by assistants, which only their users can submit: the newest of each kind on each paper. */
  assistant_drafts: {
    /** The key of the account. */
    author: string
    doi: string
    kind: DraftKind
    text: string
    /** For a claim: link to a plan or repository. */
    link: string | null
    made_at: number
    /** Deletion time in epoch ms. */
    until: number
  }
}

export const draftsMigration: Migration = {
  name: '2026-12-11-assistant-drafts',
  async up(db) {
    await db.schema
      .createTable('assistant_drafts')
      .addColumn('author', 'text', column => column.notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('text', 'text', column => column.notNull())
      .addColumn('link', 'text')
      .addColumn('made_at', 'bigint', column => column.notNull())
      .addColumn('until', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('assistant_drafts_key', ['author', 'doi', 'kind'])
      .execute()
    await db.schema.createIndex('assistant_drafts_until').on('assistant_drafts').column('until').execute()
  },
}

/** A draft as its person finds it. Times in epoch ms. */
export type AssistantDraft = {
  doi: Doi
  kind: DraftKind
  text: string
  link: string | null
  madeAt: number
  until: number
}

type DraftPlace = { author: string; doi: Doi; kind: DraftKind }

/** An account's drafts that are not past their time, the newest first. */
export const draftsOf = async (db: Kysely<DraftTables>, author: string, now: number): Promise<AssistantDraft[]> => {
  const found = db.selectFrom('assistant_drafts').selectAll().where('author', '=', author).where('until', '>', now)
  const rows = await found.orderBy('made_at', 'desc').orderBy('doi').orderBy('kind').execute()
  return rows.map(({ doi, kind, text, link, made_at, until }) => ({
    doi: storedDoi(doi),
    kind,
    text,
    link,
    madeAt: made_at,
    until,
  }))
}

/** The draft of a kind that an account has on a paper; null for none. */
export const findDraft = async (
  db: Kysely<DraftTables>,
  { author, doi, kind }: DraftPlace,
  now: number,
): Promise<AssistantDraft | null> =>
  (await draftsOf(db, author, now)).find(draft => draft.doi === doi && draft.kind === kind) ?? null

/** Stores a draft, replacing the previous one. */
const putDraft = async (
  tx: Transaction<DraftTables>,
  { author, doi, kind, text, link, madeAt, until }: AssistantDraft & { author: string },
): Promise<void> => {
  const kept = { text, link, made_at: madeAt, until }
  await tx
    .insertInto('assistant_drafts')
    .values({ author, doi, kind, ...kept })
    .onConflict(conflict => conflict.columns(['author', 'doi', 'kind']).doUpdateSet(kept))
    .execute()
}

/** Deletes the draft of a kind that an account has on a paper, if there is one. */
export const dropDraft = async (
  db: Kysely<DraftTables> | Transaction<DraftTables>,
  { author, doi, kind }: DraftPlace,
): Promise<void> => {
  await db
    .deleteFrom('assistant_drafts')
    .where('author', '=', author)
    .where('doi', '=', doi)
    .where('kind', '=', kind)
    .execute()
}

/** Deletes the drafts of an account; with `upTo` only those that were made up to then. */
export const dropDraftsOf = async (
  tx: Transaction<DraftTables>,
  author: string,
  upTo: number | null,
): Promise<void> => {
  await tx
    .deleteFrom('assistant_drafts')
    .where('author', '=', author)
    .where('made_at', '<=', upTo ?? Number.MAX_SAFE_INTEGER)
    .execute()
}

/** Deletes every draft that is past its time. */
export const sweepDrafts = (db: Kysely<DraftTables>, now: number): Promise<void> =>
  deleteOlder(db, 'assistant_drafts', { key: ['author', 'doi', 'kind'], age: 'until', before: now + 1 })

/** URL of the form filled with a draft. */
export const draftPath = ({ doi, kind }: Pick<AssistantDraft, 'doi' | 'kind'>): `/${string}` =>
  `${kind === 'note' ? paths.comment(doi) : paths.claim(doi)}?draft=assistant`

/** True if a URL requests the form with its draft. */
export const requestsDraft = (url: string): boolean => new URL(url).searchParams.get('draft') === 'assistant'

export const draftNotice = ({ doi, kind, madeAt, until }: AssistantDraft): DraftNoticeModel => ({
  version: String(madeAt),
  sentence: `Drafted by an assistant you authorized, on ${formatDay(madeAt)}. Nothing has been submitted. Review and edit it before you submit. It will be deleted on ${formatDay(until)}.`,
  discard: { action: paths.discardDraft, doi, kind },
})

/** So many drafts may wait for one person. */
export const mostDrafts = 50

/**
 * Stores an assistant's draft, replacing an earlier one of the same kind on the same paper. Locks the account against deletion, so that
 * nothing is left behind.
 * @returns null if the limit of drafts is reached
 * @throws HttpProblem 401 if the account does not exist any more
 */
export const keepDraft = (
  db: Kysely<DraftTables & SignInTables>,
  account: Account,
  draft: Pick<AssistantDraft, 'doi' | 'kind' | 'text' | 'link'>,
  now: number,
): Promise<AssistantDraft | null> =>
  runTransaction(db, async tx => {
    await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), account)
    const drafts = tx.$pickTables<keyof DraftTables>()
    const others = (await draftsOf(drafts, account.key, now)).filter(
      ({ doi, kind }) => doi !== draft.doi || kind !== draft.kind,
    )
    if (others.length >= mostDrafts) return null
    const kept = { ...draft, madeAt: now, until: now + siteTables.assistant_drafts.ms }
    await putDraft(drafts, { ...kept, author: account.key })
    return kept
  })
