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

/** External metadata of papers outside the works index. */
export const facts = defineResource({
  name: 'paper-facts',
  title: 'Papers as OpenAlex and Crossref describe them',
  description:
    'The last answer about each paper that was looked up. `facts` is null where no source knew the DOI, and somebody voted, wrote or watches there. An abstract is there where an open licence lets everybody pass it on: it is named beside it.',
  licence: publicDomain,
  key: ['doi'],
  line: z.strictObject({ doi, facts: z.record(z.string(), z.unknown()).nullable(), fetchedAt: moment }),
  async *read(db) {
    // An unknown DOI may be arbitrary user input: included only if its page has third-party content.
    const rows = inPages((after: { doi: string } | null) =>
      db
        .selectFrom('paper_facts')
        .select(['doi', 'facts', 'fetched_at'])
        .where('doi', '>', after?.doi ?? '')
        .where(({ eb, or, exists, selectFrom }) =>
          or([
            eb('found', '=', 1),
            exists(
              selectFrom('vote_counts').select('vote_counts.doi').whereRef('vote_counts.doi', '=', 'paper_facts.doi'),
            ),
            exists(selectFrom('activity').select('activity.doi').whereRef('activity.doi', '=', 'paper_facts.doi')),
            exists(
              selectFrom('paper_interest')
                .select('paper_interest.doi')
                .whereRef('paper_interest.doi', '=', 'paper_facts.doi'),
            ),
          ]),
        )
        .orderBy('doi')
        .limit(atATime)
        .execute(),
    )
    for await (const row of rows)
      yield {
        doi: row.doi,
        facts: row.facts === null ? null : (JSON.parse(row.facts) as Record<string, unknown>),
        fetchedAt: momentOf(row.fetched_at),
      }
  },
  restore: (tx, lines) =>
    insertRows(
      tx,
      'paper_facts',
      lines.map(line => ({
        doi: line.doi,
        found: line.facts === null ? 0 : 1,
        facts: line.facts === null ? null : JSON.stringify(line.facts),
        fetched_at: timeOf(line.fetchedAt),
      })),
    ),
})

/** Version links between DOIs of the same paper. */
export const versions = defineResource({
  name: 'paper-versions',
  title: 'Preprints, articles and other versions of one paper',
  description: '`other` is `kind` of `doi`, according to the record of `doi` at `source`.',
  licence: publicDomain,
  key: ['doi', 'other', 'source'],
  line: z.strictObject({
    doi,
    other: doi,
    kind: z.enum(['preprint', 'article', 'version']),
    source: z.enum(['openalex', 'crossref']),
  }),
  read: db =>
    inPages(after =>
      db
        .selectFrom('paper_versions')
        .select(['doi', 'other', 'kind', 'source'])
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('doi', 'other', 'source'),
            '>',
            tuple(after?.doi ?? '', after?.other ?? '', (after?.source ?? '') as 'openalex'),
          ),
        )
        .orderBy('doi')
        .orderBy('other')
        .orderBy('source')
        .limit(atATime)
        .execute(),
    ),
  restore: (tx, lines) => insertRows(tx, 'paper_versions', lines),
})

const shown = z.strictObject({
  /** Date up to which a source is synced: ISO 8601, with the source's precision. */
  source: z.enum(['crossref', 'retraction-watch', 'forrt']),
  askedAt: moment.nullable(),
  reachesTo: text.nullable(),
  failedAt: moment.nullable(),
  failure: text.nullable(),
  did: text.nullable(),
})

/** Freshness of each source of events. */
export const knownSources = defineResource({
  name: 'known-sources',
  title: 'How far what is known reaches',
  description: 'When each source was last asked as a whole, and to which day what it told reaches.',
  licence: publicDomain,
  key: ['source'],
  line: shown,
  async *read(db) {
    const rows = await db.selectFrom('known_sources').selectAll().orderBy('source').execute()
    for (const row of rows)
      yield {
        source: row.source,
        askedAt: row.asked_at === null ? null : momentOf(row.asked_at),
        reachesTo: row.reaches_to,
        failedAt: row.failed_at === null ? null : momentOf(row.failed_at),
        failure: row.failure,
        did: row.did,
      }
  },
  restore: (tx, lines) =>
    insertRows(
      tx,
      'known_sources',
      lines.map(line => ({
        source: line.source,
        asked_at: line.askedAt === null ? null : timeOf(line.askedAt),
        reaches_to: line.reachesTo,
        failed_at: line.failedAt === null ? null : timeOf(line.failedAt),
        failure: line.failure,
        did: line.did,
        progress: null,
        holder: null,
        held_until: 0,
      })),
    ),
})

/** Last Crossref fetch of each paper. */
export const asked = defineResource({
  name: 'updates-asked',
  title: 'When Crossref was asked about a paper',
  description: 'The day that a page names beside what is known.',
  licence: publicDomain,
  key: ['doi'],
  line: z.strictObject({ doi, askedAt: moment }),
  async *read(db, works) {
    const rows = inPages((after: { doi: string } | null) =>
      db
        .selectFrom('updates_asked')
        .select(['doi', 'asked_at'])
        .select(({ exists, selectFrom }) =>
          exists(
            selectFrom('paper_facts')
              .select('found')
              .whereRef('paper_facts.doi', '=', 'updates_asked.doi')
              .where('found', '=', 1),
          ).as('isFound'),
        )
        .select(({ exists, selectFrom }) =>
          exists(selectFrom('updates').select('type').whereRef('updates.doi', '=', 'updates_asked.doi')).as(
            'isUpdated',
          ),
        )
        .where('doi', '>', after?.doi ?? '')
        .orderBy('doi')
        .limit(atATime)
        .execute(),
    )
    // As with facts: an unknown DOI may be arbitrary user input.
    for await (const { doi, asked_at, isFound, isUpdated } of rows)
      if (isFound || isUpdated || works.has(doi)) yield { doi, askedAt: momentOf(asked_at) }
  },
  restore: (tx, lines) =>
    insertRows(
      tx,
      'updates_asked',
      lines.map(line => ({ doi: line.doi, asked_at: timeOf(line.askedAt) })),
    ),
})
