import { z } from 'zod'
import type { Doi } from '../../../kit/doi/index.ts'
import { pmidOf, type Work } from '../../../paper/works-index/index.ts'
import { moderatedKinds, type RejectionReason, rejectionReasons } from '../../../readers/moderation/index.ts'
import {
  type AnyResource,
  atATime,
  count,
  type Described,
  defineResource,
  doi,
  inGroups,
  inPages,
  insertRows,
  publicDomain,
  text,
} from '../pages.ts'
import { activity, interest } from './activity.ts'
import { claims } from './claims.ts'
import { funds } from './funds.ts'
import { replications, updates } from './known.ts'
import { ledger } from './ledger.ts'
import { notes, reports } from './notes.ts'
import { asked, facts, knownSources, versions } from './papers.ts'
import { flaggedCitations, flaggedPapers, referencesRead } from './references.ts'

/** Outcomes shown at /moderation, without moderators or authors. */
const outcomes = ['approved', 'rejected', 'spam', 'undone'] as const
const outcomeOf = {
  approve: 'approved',
  second: 'approved',
  reject: 'rejected',
  spam: 'spam',
  block: 'spam',
  undo: 'undone',
} as const
const actionOf = { approved: 'approve', rejected: 'reject', spam: 'spam', undone: 'undo' } as const

const reasons = Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]]

/** Approved and rejected entries by month. */
const moderation = defineResource({
  name: 'moderation',
  title: 'What moderators decided, by month',
  description: 'As /moderation counts it: entries by what was decided about them last in that month.',
  licence: publicDomain,
  key: ['month', 'kind', 'outcome', 'reason'],
  line: z.strictObject({
    month: z.string().regex(/^\d{4}-\d{2}$/),
    kind: z.enum(moderatedKinds),
    outcome: z.enum(outcomes),
    reason: z.enum(reasons).nullable(),
    entries: z.int().positive(),
  }),
  async *read(db) {
    const last = db
      .selectFrom('moderation_log')
      .select(['month', 'kind', 'item', ({ fn }) => fn.max('version').as('version')])
      .groupBy(['month', 'kind', 'item'])
    const rows = await db
      .selectFrom(last.as('last'))
      .innerJoin('moderation_log as log', join =>
        join
          .onRef('log.kind', '=', 'last.kind')
          .onRef('log.item', '=', 'last.item')
          .onRef('log.version', '=', 'last.version'),
      )
      .select(['last.month', 'log.kind', 'log.action', 'log.reason', ({ fn }) => fn.countAll().as('entries')])
      .groupBy(['last.month', 'log.kind', 'log.action', 'log.reason'])
      .orderBy('last.month')
      .orderBy('log.kind')
      .execute()
    const sums = new Map<
      string,
      {
        month: string
        kind: (typeof rows)[0]['kind']
        outcome: (typeof outcomes)[number]
        reason: RejectionReason | null
        entries: number
      }
    >()
    for (const { month, kind, action, reason, entries } of rows) {
      const outcome = outcomeOf[action]
      const key = JSON.stringify([month, kind, outcome, reason])
      const sum = sums.get(key) ?? { month, kind, outcome, reason, entries: 0 }
      sums.set(key, { ...sum, entries: sum.entries + Number(entries) })
    }
    yield* sums.values()
  },
  async restore(tx, lines) {
    async function* decisions() {
      for (const { month, kind, outcome, reason, entries } of lines)
        for (let n = 1; n <= entries; n++)
          yield {
            kind,
            item: ['restored', month, outcome, reason ?? 'none', n].join('-'),
            version: 1,
            action: actionOf[outcome],
            reason,
            message: null,
            moderator: null,
            at: Date.parse(`${month}-01T00:00:00Z`),
            month,
            along_with: null,
          }
    }
    for await (const group of inGroups(decisions())) await insertRows(tx, 'moderation_log', group)
  },
})

/** Reliability votes: anonymous counts. */
const votes = defineResource({
  name: 'votes',
  title: 'Votes on papers',
  description:
    'How many people find a paper reliable and how many do not; `signedIn`: how many of them all have an account.',
  licence: publicDomain,
  key: ['doi'],
  line: z.strictObject({ doi, upvotes: count, downvotes: count, signedIn: count }),
  read: db =>
    inPages(after =>
      db
        .selectFrom('vote_counts')
        .select(['doi', 'upvotes', 'downvotes', 'signed_in as signedIn'])
        .where('doi', '>', after?.doi ?? '')
        .where(({ eb, or }) => or([eb('upvotes', '>', 0), eb('downvotes', '>', 0)]))
        .orderBy('doi')
        .limit(atATime)
        .execute(),
    ),
  restore: (tx, lines) =>
    insertRows(
      tx,
      'vote_counts',
      lines.map(({ signedIn, ...line }) => ({ ...line, signed_in: signedIn })),
    ),
})

const author = z.strictObject({ author: z.strictObject({ display_name: text, orcid: text.nullable() }) })

const line = z.strictObject({
  doi,
  display_name: text.nullable(),
  authorships: z.array(author),
  is_authors_truncated: z.boolean(),
  primary_location: z.strictObject({ source: z.strictObject({ display_name: text.nullable() }) }),
  publication_year: z.int().nullable(),
  type: text.nullable(),
  cited_by_count: z.int().nonnegative().nullable(),
  is_retracted: z.boolean().nullable(),
  ids: z.strictObject({ pmid: text.nullable() }),
  source: z.enum(['starter', 'import']),
})
export type WorkLine = z.infer<typeof line>

/** The works of the index, in the shape of OpenAlex's `/works`, so that `works:import` reads the file too. */
export const works: Described & { line: typeof line } = {
  name: 'works',
  title: 'Papers',
  description:
    'What each paper of the index is, in the shape of OpenAlex’s /works. Null where the record does not say. `source`: `starter` for what the site begins with.',
  licence: publicDomain,
  key: ['doi'],
  line,
}

export const lineOfWork = (work: Work): WorkLine => ({
  doi: work.doi,
  display_name: work.title,
  authorships: work.authors.map(({ name, orcid }) => ({ author: { display_name: name, orcid } })),
  is_authors_truncated: work.authorsTruncated,
  primary_location: { source: { display_name: work.journal } },
  publication_year: work.year,
  type: work.type,
  cited_by_count: work.citedBy,
  is_retracted: work.retracted,
  ids: { pmid: work.pmid === null ? null : `https://pubmed.ncbi.nlm.nih.gov/${work.pmid}` },
  source: work.source,
})

export const workOfLine = (of: WorkLine): Work => ({
  doi: of.doi as Doi,
  title: of.display_name,
  authors: of.authorships.map(({ author: { display_name, orcid } }) => ({ name: display_name, orcid })),
  authorsTruncated: of.is_authors_truncated,
  journal: of.primary_location.source.display_name,
  year: of.publication_year,
  type: of.type,
  citedBy: of.cited_by_count,
  retracted: of.is_retracted,
  pmid: pmidOf(of.ids.pmid),
  source: of.source,
})

/** The files that come from the site's database, in the order in which they are restored. */
export const resources: readonly AnyResource[] = [
  facts,
  versions,
  knownSources,
  asked,
  updates,
  replications,
  flaggedPapers,
  flaggedCitations,
  referencesRead,
  activity,
  interest,
  votes,
  notes,
  claims,
  reports,
  moderation,
  ledger,
  funds,
]
