import { deleteOlder, type Migration } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'

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
export const putDraft = async (
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
