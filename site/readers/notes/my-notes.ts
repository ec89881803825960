import type { Kysely } from 'kysely'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import type { AccountIds, Mine } from '../../kit/feature/index.ts'
import { type ModerationStatus, type ModerationTables, readStandings, rejectionReasons } from '../moderation/index.ts'
import type { NoteTables } from './store.ts'

type Tables = NoteTables & ModerationTables

const standingInWords: Readonly<Record<ModerationStatus, string | null>> = {
  pending: 'Pending review',
  approved: null,
  rejected: 'Refused',
  spam: 'Rejected as spam',
}

/** Notes of an account, the newest first, and where each stands. */
const readOwn = async (db: Kysely<Tables>, writer: string, limit: number) => {
  const rows = await db
    .selectFrom('notes')
    .selectAll()
    .where('writer', '=', writer)
    .orderBy('written_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const standings = await readStandings(db, 'comment', ids)
  return rows.map(row => ({ ...row, standing: standings.get(row.id) ?? null }))
}

export const myNotes: Mine<Tables> = {
  title: 'Your notes',
  reader: db => async (account, limit) => {
    const rows = await readOwn(db, account.key, limit)
    return rows.map(({ id, doi, content, written_at, published_at, standing }) => ({
      doi: storedDoi(doi),
      words: content.length > 140 ? `${content.slice(0, 139).trimEnd()}…` : content,
      standing:
        standing === null
          ? null
          : [standingInWords[standing.status], standing.reason === null ? null : rejectionReasons[standing.reason]]
              .filter(part => part !== null)
              .join(': ') || null,
      at: written_at,
      path: published_at === null ? `${paths.paper(storedDoi(doi))}#note-${id}` : paths.note(storedDoi(doi), id),
    }))
  },
}

/** More notes than an account can have written. */
const all = 1_000_000

/** All notes of an account, for its person's own copy. */
export const exportNotes = async (db: Kysely<Tables>, { key }: AccountIds): Promise<{ notes: object[] }> => {
  const rows = await readOwn(db, key, all)
  return {
    notes: rows.map(({ doi, author, content, interests, reply_to, written_at, edited_at, published_at, standing }) => ({
      doi,
      author,
      content,
      interests,
      in_reply_to: reply_to,
      written: new Date(written_at).toISOString(),
      edited: edited_at === null ? null : new Date(edited_at).toISOString(),
      public_since: published_at === null ? null : new Date(published_at).toISOString(),
      status: standing?.status ?? null,
      reason: standing?.reason ?? null,
      message: standing?.message ?? null,
    })),
  }
}
