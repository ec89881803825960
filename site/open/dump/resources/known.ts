import { z } from 'zod'
import { atATime, attribution, defineResource, doi, inPages, insertRows, publicDomain, text } from '../pages.ts'

const texts = z.array(text).nullable()
const listOf = (json: string | null): string[] | null => (json === null ? null : (JSON.parse(json) as string[]))
const jsonOf = (list: readonly string[] | null): string | null => (list === null ? null : JSON.stringify(list))

/** Corrections, retractions and other notices. */
export const updates = defineResource({
  name: 'updates',
  title: 'Corrections, retractions and other notices',
  description:
    'Each as one source tells it: publishers through Crossref, Retraction Watch, and the notices themselves. `noticeDoi` is where it is announced; `date` is as exact as the source is.',
  licence: publicDomain,
  key: ['doi', 'noticeDoi', 'type', 'source'],
  line: z.strictObject({
    doi,
    noticeDoi: doi.nullable(),
    type: text,
    source: z.enum(['crossref', 'starter', 'publisher', 'retraction-watch', 'retraction-watch-list', 'title']),
    date: text.nullable(),
    retracted: z.boolean(),
    journal: text.nullable(),
    publisher: text.nullable(),
    title: text.nullable(),
    reasons: texts,
    links: texts,
  }),
  async *read(db) {
    type Key = { doi: string; notice_doi: string; type: string; source: string }
    const rows = inPages((after: Key | null) =>
      db
        .selectFrom('updates')
        .selectAll()
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('doi', 'notice_doi', 'type', 'source'),
            '>',
            tuple(after?.doi ?? '', after?.notice_doi ?? '', after?.type ?? '', (after?.source ?? '') as 'crossref'),
          ),
        )
        .orderBy('doi')
        .orderBy('notice_doi')
        .orderBy('type')
        .orderBy('source')
        .limit(atATime)
        .execute(),
    )
    for await (const row of rows)
      yield {
        doi: row.doi,
        noticeDoi: row.notice_doi === '' ? null : row.notice_doi,
        type: row.type,
        source: row.source,
        date: row.date,
        retracted: row.retracted === 1,
        journal: row.journal,
        publisher: row.publisher,
        title: row.title,
        reasons: listOf(row.reasons),
        links: listOf(row.links),
      }
  },
  restore: (tx, lines) =>
    insertRows(
      tx,
      'updates',
      lines.map(({ noticeDoi, retracted, reasons, links, ...line }) => ({
        ...line,
        notice_doi: noticeDoi ?? '',
        retracted: retracted ? 1 : 0,
        reasons: jsonOf(reasons),
        links: jsonOf(links),
      })),
    ),
})

/** Replications and reproductions. */
export const replications = defineResource({
  name: 'replications',
  title: 'Replications and reproductions',
  description:
    'As FORRT’s coders tell them, and a few as we do (`origin` is `starter`). `attempt` tells one attempt from another: its DOI, else its address, else its title.',
  licence: attribution,
  key: ['originalDoi', 'attempt', 'type', 'origin'],
  line: z.strictObject({
    originalDoi: doi,
    attempt: text,
    type: text,
    origin: text,
    replicationDoi: doi.nullable(),
    replicationUrl: text.nullable(),
    outcome: text,
    quote: text.nullable(),
    originalTitle: text.nullable(),
    originalJournal: text.nullable(),
    originalYear: z.int().nullable(),
    replicationTitle: text.nullable(),
    replicationJournal: text.nullable(),
    replicationYear: z.int().nullable(),
  }),
  read: db =>
    inPages(after =>
      db
        .selectFrom('replications')
        .select(['original_doi as originalDoi', 'attempt', 'type', 'origin', 'replication_doi as replicationDoi'])
        .select(['replication_url as replicationUrl', 'outcome', 'quote', 'original_title as originalTitle'])
        .select(['original_journal as originalJournal', 'original_year as originalYear'])
        .select(['replication_title as replicationTitle', 'replication_journal as replicationJournal'])
        .select('replication_year as replicationYear')
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('original_doi', 'attempt', 'type', 'origin'),
            '>',
            tuple(after?.originalDoi ?? '', after?.attempt ?? '', after?.type ?? '', after?.origin ?? ''),
          ),
        )
        .orderBy('original_doi')
        .orderBy('attempt')
        .orderBy('type')
        .orderBy('origin')
        .limit(atATime)
        .execute(),
    ),
  restore: (tx, lines) =>
    insertRows(
      tx,
      'replications',
      lines.map(({ attempt, type, origin, outcome, quote, ...line }) => ({
        original_doi: line.originalDoi,
        attempt,
        type,
        origin,
        replication_doi: line.replicationDoi,
        replication_url: line.replicationUrl,
        outcome,
        quote,
        original_title: line.originalTitle,
        original_journal: line.originalJournal,
        original_year: line.originalYear,
        replication_title: line.replicationTitle,
        replication_journal: line.replicationJournal,
        replication_year: line.replicationYear,
      })),
    ),
})
