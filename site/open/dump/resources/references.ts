import { z } from 'zod'
import {
  atATime,
  defineResource,
  doi,
  inPages,
  insertRows,
  moment,
  momentOf,
  publicDomain,
  text,
  timeOf,
} from '../pages.ts'

/** Flagged papers that others may cite. */
export const flaggedPapers = defineResource({
  name: 'fallen-papers',
  title: 'Papers that fell, as those who cite them are looked for',
  description:
    '`fellOn` is when a paper was retracted, put in doubt, or did not hold; `openAlexId` is its number at OpenAlex.',
  licence: publicDomain,
  key: ['doi'],
  line: z.strictObject({
    doi,
    fellOn: text,
    notedAt: moment,
    openAlexId: text.nullable(),
    title: text.nullable(),
  }),
  async *read(db) {
    const rows = inPages((after: { doi: string } | null) =>
      db
        .selectFrom('fallen_papers')
        .select(['doi', 'fell_on', 'noted_at', 'openalex_id', 'title'])
        .where('doi', '>', after?.doi ?? '')
        .orderBy('doi')
        .limit(atATime)
        .execute(),
    )
    for await (const row of rows)
      yield {
        doi: row.doi,
        fellOn: row.fell_on,
        notedAt: momentOf(row.noted_at),
        openAlexId: row.openalex_id,
        title: row.title,
      }
  },
  // Citing papers are fetched anew, since the progress is specific to a site.
  restore: (tx, lines) =>
    insertRows(
      tx,
      'fallen_papers',
      lines.map(line => ({
        doi: line.doi,
        fell_on: line.fellOn,
        noted_at: timeOf(line.notedAt),
        openalex_id: line.openAlexId,
        title: line.title,
        id_asked_at: null,
        cursor: null,
        citing_asked_at: null,
      })),
    ),
})

/** Citations of flagged papers. */
export const flaggedCitations = defineResource({
  name: 'fallen-references',
  title: 'Papers that cite a paper that fell',
  description: '`citing` cites `cited`, and appeared on `published`, according to `source`.',
  licence: publicDomain,
  key: ['citing', 'cited', 'source'],
  line: z.strictObject({
    citing: doi,
    cited: doi,
    source: z.enum(['openalex', 'crossref']),
    published: text.nullable(),
  }),
  read: db =>
    inPages(after =>
      db
        .selectFrom('fallen_references')
        .select(['citing', 'cited', 'source', 'published'])
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('citing', 'cited', 'source'),
            '>',
            tuple(after?.citing ?? '', after?.cited ?? '', (after?.source ?? '') as 'openalex'),
          ),
        )
        .orderBy('citing')
        .orderBy('cited')
        .orderBy('source')
        .limit(atATime)
        .execute(),
    ),
  restore: (tx, lines) => insertRows(tx, 'fallen_references', lines),
})

/** Papers with known references. */
export const referencesRead = defineResource({
  name: 'references-read',
  title: 'When a source told what a paper cites',
  description: 'Of a paper that is not here nobody has told yet: it may cite anything.',
  licence: publicDomain,
  key: ['doi'],
  line: z.strictObject({ doi, firstAt: moment, readAt: moment }),
  async *read(db) {
    const rows = inPages((after: { doi: string } | null) =>
      db
        .selectFrom('references_read')
        .select(['doi', 'first_at', 'read_at'])
        .where('doi', '>', after?.doi ?? '')
        .orderBy('doi')
        .limit(atATime)
        .execute(),
    )
    for await (const row of rows) yield { doi: row.doi, firstAt: momentOf(row.first_at), readAt: momentOf(row.read_at) }
  },
  restore: (tx, lines) =>
    insertRows(
      tx,
      'references_read',
      lines.map(line => ({ doi: line.doi, first_at: timeOf(line.firstAt), read_at: timeOf(line.readAt) })),
    ),
})
