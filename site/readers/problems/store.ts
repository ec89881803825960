import { deleteInSteps, type Migration } from '@corroborate/server-kit/database'
import type { Locale } from '@corroborate/wire/locales'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { AccountIds } from '../../kit/feature/index.ts'
import type { Account, DeletedAccount, Person, Visitor } from '../../kit/people/index.ts'
import { siteTables } from '../../kit/retention/index.ts'
import { isoTime } from '../../kit/times/times.ts'
import type { Papers } from '../../paper/papers/index.ts'
import { type ModerationTables, withdraw } from '../moderation/index.ts'
import { findPublicNote, type NoteTables } from '../notes/index.ts'
import { findPublicReport, type ReportTables, reportPath } from '../reports/index.ts'

/** Subjects of a problem report. `source`: an item of the evidence from a source. */
export const aboutKinds = ['page', 'note', 'report', 'source'] as const
type AboutKind = (typeof aboutKinds)[number]

/** Subject as in the URL. `id` is '' for the page. */
export type About = { kind: AboutKind; id: string }

/** Subject with its label and URL. */
export type NamedAbout = About & { words: string; href: string }

/** Reads `note:ID`; null for anything else. Nothing at all means the page. */
export const readAbout = (text: string | undefined): About | null => {
  if (text === undefined || text === '') return { kind: 'page', id: '' }
  const [, kind, id = ''] = /^(note|report|source):([\w-]{1,64})$/.exec(text) ?? []
  return kind === undefined ? null : { kind: kind as AboutKind, id }
}

export const writeAbout = ({ kind, id }: About): string => (kind === 'page' ? '' : `${kind}:${id}`)

const longestWords = 160

/** Finds a publicly visible subject; null if there is none. */
export type NameAbout = (doi: Doi, about: About, address: string) => Promise<NamedAbout | null>

export const createNameAbout =
  (db: Kysely<NoteTables & ReportTables>, papers: Pick<Papers<Person | null>, 'page'>): NameAbout =>
  async (doi, about, address) => {
    const found = await find(db, papers, { doi, about, address })
    return found === null ? null : { ...about, ...found, words: found.words.slice(0, longestWords) }
  }

const find = async (
  db: Kysely<NoteTables & ReportTables>,
  papers: Pick<Papers<Person | null>, 'page'>,
  { doi, about: { kind, id }, address }: { doi: Doi; about: About; address: string },
): Promise<Pick<NamedAbout, 'words' | 'href'> | null> => {
  switch (kind) {
    case 'page':
      return { words: 'This paper’s page', href: paths.paper(doi) }
    case 'note': {
      const note = await findPublicNote(db.$pickTables<keyof NoteTables>(), doi, id)
      return note === null ? null : { words: `Note by ${note.author}: ${note.content}`, href: paths.note(doi, id) }
    }
    case 'report': {
      const report = await findPublicReport(db.$pickTables<keyof ReportTables>(), doi, id)
      if (report === null) return null
      return { words: `Report by ${report.name ?? 'a deleted account'}`, href: reportPath(doi, report.sha256) }
    }
    case 'source': {
      const view = await papers.page(doi, null, address)
      const facts = view.kind === 'page' ? view.model.known.facts : []
      const fact = facts.find(each => each.id === id)
      if (fact === undefined) return null
      const date = fact.date === null ? '' : `, ${fact.date}`
      return { words: `${fact.label}${date}, from ${fact.source.name}`, href: `${paths.paper(doi)}#known` }
    }
  }
}

export type ProblemTables = {
  /** Problem reports about content of a paper's page. Their status is in `moderation`. */
  problems: {
    id: string
    doi: string
    about_kind: AboutKind
    /** Names the note, the report or the fact; '' where it is the page itself. */
    about: string
    /** Label of the subject at the time of the report, for moderators. */
    about_words: string
    /** Account key of the author; null after account deletion. */
    writer: string | null
    words: string
    /** Reply address. Never shown. */
    email: string | null
    locale: Locale
    /** The same for a problem that is sent again, and for no other. */
    sent_as: string
    written_at: number
  }
}

export const problemMigration: Migration = {
  name: '2026-12-08-problems',
  async up(db) {
    await db.schema
      .createTable('problems')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('about_kind', 'text', column => column.notNull())
      .addColumn('about', 'text', column => column.notNull())
      .addColumn('about_words', 'text', column => column.notNull())
      .addColumn('writer', 'text')
      .addColumn('words', 'text', column => column.notNull())
      .addColumn('email', 'text')
      .addColumn('locale', 'text', column => column.notNull())
      .addColumn('sent_as', 'text', column => column.notNull().unique())
      .addColumn('written_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('problems_of_writer').on('problems').columns(['writer', 'written_at']).execute()
  },
}

export type Problem = ProblemTables['problems']

/** Stores a problem report; returns false for a duplicate. */
export const keepProblem = async (tx: Transaction<ProblemTables>, problem: Problem): Promise<boolean> => {
  const kept = tx
    .insertInto('problems')
    .values(problem)
    .onConflict(conflict => conflict.column('sent_as').doNothing())
    .returning('id')
  return (await kept.executeTakeFirst()) !== undefined
}

/** Problems by their ids, without their addresses. */
export const readProblems = (
  db: Kysely<ProblemTables>,
  ids: readonly string[],
): Promise<Omit<Problem, 'email' | 'locale' | 'sent_as'>[]> =>
  db
    .selectFrom('problems')
    .select(['id', 'doi', 'about_kind', 'about', 'about_words', 'writer', 'words', 'written_at'])
    .where('id', 'in', ids.length === 0 ? [sql.lit('')] : [...ids])
    .execute()

/** Moves a visitor's problem reports to their account. Idempotent. */
export const moveProblems = async (
  db: Kysely<ProblemTables>,
  visitor: Visitor,
  { key }: Pick<Account, 'key'>,
): Promise<void> => {
  const first = db.selectFrom('problems').select('id').where('writer', '=', visitor.key).limit(1)
  // Nearly always there is none, and then nothing is written.
  if ((await first.executeTakeFirst()) === undefined) return
  await db.updateTable('problems').set({ writer: key }).where('writer', '=', visitor.key).execute()
}

/** Deletes an account's problem reports, including from the queue; decisions stay anonymized. With `upTo` only reports from before. */
export const deleteProblems = async (
  tx: Transaction<ProblemTables & ModerationTables>,
  { key, upTo }: Pick<DeletedAccount, 'key' | 'upTo'>,
): Promise<void> => {
  const until = upTo ?? Number.MAX_SAFE_INTEGER
  const found = tx.selectFrom('problems').select('id').where('writer', '=', key).where('written_at', '<=', until)
  for (const { id } of await found.orderBy('id').execute()) {
    const left = await withdraw(tx.$pickTables<keyof ModerationTables>(), { kind: 'problem', id })
    if (left === 'closed')
      await tx.updateTable('problems').set({ writer: null, email: null }).where('id', '=', id).execute()
    else await tx.deleteFrom('problems').where('id', '=', id).execute()
  }
}

export const exportProblems = async (db: Kysely<ProblemTables>, { key }: AccountIds) => {
  const rows = await db
    .selectFrom('problems')
    .select(['doi', 'about_words', 'words', 'email', 'written_at'])
    .where('writer', '=', key)
    .orderBy('written_at')
    .execute()
  return { problems: rows.map(({ written_at, ...row }) => ({ ...row, sent: isoTime(written_at) })) }
}

/** Removes address and author from old problem reports. Their text stays with the decision. */
export const deleteReportSenders = async (db: Kysely<ProblemTables>, now: number): Promise<void> => {
  const old = db
    .selectFrom('problems')
    .select('id')
    .where('written_at', '<', now - siteTables.problems.ms)
    .where(is => is.or([is('writer', 'is not', null), is('email', 'is not', null)]))
  await deleteInSteps(db, async (tx, most) => {
    const changed = tx.updateTable('problems').set({ writer: null, email: null }).where('id', 'in', old.limit(most))
    const { numUpdatedRows } = await changed.executeTakeFirstOrThrow()
    return { numDeletedRows: numUpdatedRows }
  })
}
