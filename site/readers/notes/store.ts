import { listed, type Migration, prepareQuery } from '@corroborate/server-kit/database'
import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'
import { type ModerationTables, readEntryStatuses } from '../moderation/index.ts'

/** Verification method of a paper's author: ORCID iD, or a mail to an address in the paper. */
export type AuthorProof = 'orcid' | 'mail'

/** Returns the verification of a person as the paper's author. Always null: neither method is implemented yet. */
export const proofOfAuthorship = async (_doi: Doi, _person: Person): Promise<AuthorProof | null> => null

export type NoteTables = {
  /** Notes on papers. Their status is in the queue (`moderation_items`). */
  notes: {
    id: string
    doi: string
    /** Account key of the author; null after account deletion. */
    writer: string | null
    /** 1: an account that has proved a person is behind it wrote it. */
    signed_in: number
    author: string
    content: string
    /** Competing interests, as stated. */
    interests: string | null
    /** The note that it answers. */
    reply_to: string | null
    /** Verification of the author as an author of the paper; null for none. */
    author_proof: AuthorProof | null
    /** The same for texts that say the same: for finding repetitions. */
    likeness: string
    /** The same for a note that is sent again, and for no other; null once its writer has changed it. */
    sent_as: string | null
    written_at: number
    edited_at: number | null
    /** Null while it is not public. */
    published_at: number | null
  }
}

export const noteMigration: Migration = {
  name: '2026-11-27-notes',
  async up(db) {
    await db.schema
      .createTable('notes')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('writer', 'text')
      .addColumn('signed_in', 'integer', column => column.notNull())
      .addColumn('author', 'text', column => column.notNull())
      .addColumn('content', 'text', column => column.notNull())
      .addColumn('interests', 'text')
      .addColumn('reply_to', 'text')
      .addColumn('author_proof', 'text')
      .addColumn('likeness', 'text', column => column.notNull())
      .addColumn('written_at', 'bigint', column => column.notNull())
      .addColumn('edited_at', 'bigint')
      .addColumn('published_at', 'bigint')
      .execute()
    const index = (name: string, columns: (keyof NoteTables['notes'])[]) =>
      db.schema.createIndex(name).on('notes').columns(columns).execute()
    await index('notes_of_paper', ['doi', 'reply_to', 'published_at', 'id'])
    await index('notes_of_note', ['reply_to', 'published_at'])
    await index('notes_of_writer', ['writer', 'doi', 'written_at'])
    await index('notes_alike', ['likeness'])
  },
}

/** A note that is sent many times is kept once; the notes of a paper are read newest first, answers among them. */
export const noteOnceMigration: Migration = {
  name: '2026-12-03-notes-once',
  async up(db) {
    await db.schema.alterTable('notes').addColumn('sent_as', 'text').execute()
    await db.schema.createIndex('notes_once').unique().on('notes').column('sent_as').execute()
    await sql`create index notes_public on notes (doi, published_at, id) where published_at is not null`.execute(db)
  },
}

export type NoteRow = Selectable<NoteTables['notes']>

/** A place in the notes of a paper, in an address. */
export type NotePlace = { publishedAt: number; id: string }

export const writeNotePlace = ({ publishedAt, id }: NotePlace): string => `${publishedAt}.${id}`

export const readNotePlace = (text: string | null): NotePlace | null => {
  const [, publishedAt, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return id === undefined ? null : { publishedAt: Number(publishedAt), id }
}

const columns = [
  'id',
  'doi',
  'signed_in',
  'author',
  'content',
  'interests',
  'reply_to',
  'author_proof',
  'published_at',
] as const
export type PublicRow = Pick<NoteRow, (typeof columns)[number]>

/** Selects visible notes: public ones, and replies only while their parent is public. */
export const isSeen = ({ eb, or, and, exists, selectFrom }: ExpressionBuilder<NoteTables, 'notes'>) =>
  and([
    eb('notes.published_at', 'is not', null),
    or([
      eb('notes.reply_to', 'is', null),
      exists(
        selectFrom('notes as answered')
          .select('answered.id')
          .whereRef('answered.id', '=', 'notes.reply_to')
          .where('answered.published_at', 'is not', null),
      ),
    ]),
  ])

/** Reads the public notes of a paper, the newest first; queries compiled once. */
export const publicNotesReader = (db: Kysely<NoteTables>) => {
  const page = prepareQuery(db, (doi: string, before: number, id: string, limit: number) =>
    db
      .selectFrom('notes')
      .select(columns)
      .where('doi', '=', doi)
      .where('reply_to', 'is', null)
      .where('published_at', 'is not', null)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('published_at', 'id'), '<', tuple(before, id)))
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
  )
  const repliesTo = prepareQuery(db, (ids: string) =>
    db
      .selectFrom('notes')
      .select(columns)
      .where('reply_to', 'in', listed(db, ids))
      .where('published_at', 'is not', null)
      .orderBy('published_at')
      .orderBy('id'),
  )
  const count = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('notes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('doi', '=', doi)
      .where(isSeen),
  )
  return {
    /** Notes older than a place (null: the newest), at most `limit`, without replies. */
    page: (doi: Doi, before: NotePlace | null, limit: number): Promise<PublicRow[]> =>
      page(doi, before?.publishedAt ?? Number.MAX_SAFE_INTEGER, before?.id ?? '', limit),
    repliesTo: (ids: readonly string[]): Promise<PublicRow[]> =>
      ids.length === 0 ? Promise.resolve([]) : repliesTo(JSON.stringify(ids)),
    /** Number of a paper's notes, including replies. */
    count: async (doi: Doi): Promise<number> => Number((await count(doi))[0]?.count ?? 0),
  }
}

/** Notes of one writer on a paper that are not public, the newest first, and where each stands. */
export const unpublishedReader = (db: Kysely<NoteTables & ModerationTables>) => {
  const read = prepareQuery(db, (writer: string, doi: string) =>
    db
      .selectFrom('notes')
      .selectAll()
      .where('writer', '=', writer)
      .where('doi', '=', doi)
      .where('published_at', 'is', null)
      .orderBy('written_at', 'desc')
      .limit(20),
  )
  return async (writer: string, doi: Doi) => {
    const rows = await read(writer, doi)
    const standings = await readEntryStatuses(
      db,
      'comment',
      rows.map(({ id }) => id),
    )
    return rows.flatMap(row => {
      const standing = standings.get(row.id)
      return standing === undefined ? [] : [{ ...row, standing }]
    })
  }
}

/** Returns a note by any author. */
export const findNote = (
  db: Kysely<NoteTables> | Transaction<NoteTables>,
  doi: Doi,
  id: string,
): Promise<NoteRow | undefined> =>
  db.selectFrom('notes').selectAll().where('id', '=', id).where('doi', '=', doi).executeTakeFirst()

/** Returns a visible note; null for any other. */
export const findPublicNote = async (
  db: Kysely<NoteTables>,
  doi: Doi,
  id: string,
): Promise<Pick<NoteRow, 'author' | 'content'> | null> => {
  const note = db.selectFrom('notes').select(['author', 'content']).where('id', '=', id).where('doi', '=', doi)
  return (await note.where(isSeen).executeTakeFirst()) ?? null
}

/** A note that can be answered: it is public, and is no answer itself. */
export const findAnswerable = async (db: Kysely<NoteTables>, doi: Doi, id: string): Promise<NoteRow | undefined> => {
  const note = await findNote(db, doi, id)
  return note !== undefined && note.published_at !== null && note.reply_to === null ? note : undefined
}

/** From where on a page shows a note first. An answer is shown below the note that it answers. Null when the note is not public. */
export const placeOfNote = async (db: Kysely<NoteTables>, doi: Doi, id: string | null): Promise<NotePlace | null> => {
  const found = id === null ? undefined : await findNote(db, doi, id)
  const note = found?.reply_to == null ? found : await findNote(db, doi, found.reply_to)
  // Just behind its own place: any longer text comes after a text.
  return note?.published_at == null ? null : { publishedAt: note.published_at, id: `${note.id}0` }
}
