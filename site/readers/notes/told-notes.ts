import { listed, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { NoteEntry } from '../../paper/known/index.ts'
import type { ReadNotes } from '../../paper/papers/index.ts'
import { isSeen, type NoteTables, publicNotesReader } from './store.ts'

/** Up to this number of notes on a paper, all are listed. */
const fewNotes = 4
/** Above it, only this number of the newest are listed; the others are counted. */
const newestTold = 2

/**
 * Reads a paper's public notes for display beside the evidence: author and date only, since the text is shown in the notes section. Uses an
 * index.
 */
export const toldNotesReader = (db: Kysely<NoteTables>): ReadNotes => {
  const { count } = publicNotesReader(db)
  const readNewest = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('notes')
      .select(['id', 'author', 'signed_in', 'author_proof', 'published_at'])
      .where('doi', '=', doi)
      .where(isSeen)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(fewNotes + 1),
  )
  return async doi => {
    const newest = await readNewest(doi)
    const told = newest.slice(0, newest.length > fewNotes ? newestTold : fewNotes)
    const entries = told.map(
      ({ id, published_at, ...writer }): NoteEntry => ({
        by: nameOf(writer),
        date: dayOf(published_at),
        path: paths.note(doi, id),
      }),
    )
    const next = newest[told.length]
    if (next === undefined) return entries
    const rest = { by: 'readers', date: dayOf(next.published_at), path: paths.comment(doi) }
    return [...entries, { ...rest, count: (await count(doi)) - told.length }]
  }
}

/** The public notes on some papers, those of each counted in one entry, for a list. One query. */
export const countedNotesReader = (
  db: Kysely<NoteTables>,
): ((dois: readonly Doi[]) => Promise<Map<Doi, readonly [NoteEntry]>>) => {
  const read = prepareQuery(db, (json: string) =>
    db
      .selectFrom('notes')
      .select(({ fn }) => ['doi', fn.countAll<number>().as('count'), fn.max('published_at').as('latest')])
      .where('doi', 'in', listed(db, json))
      .where(isSeen)
      .groupBy('doi'),
  )
  return async dois => {
    const rows = await read(JSON.stringify(dois))
    return new Map(
      rows.map(({ doi, count, latest }) => {
        const told = { by: 'readers', date: dayOf(latest), path: paths.comment(storedDoi(doi)), count: Number(count) }
        return [storedDoi(doi), [told]]
      }),
    )
  }
}

type Writer = { author: string; signed_in: number; author_proof: string | null }

const nameOf = ({ author, signed_in, author_proof }: Writer): string => {
  if (author_proof !== null) return `${author}, an author of the paper`
  return signed_in === 1 ? author : `${author} (name not checked)`
}

const dayOf = (at: number | null): string => new Date(at ?? 0).toISOString().slice(0, 10)
