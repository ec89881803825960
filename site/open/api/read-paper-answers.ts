import type { Kysely } from 'kysely'
import { type Doi, doiUrl, paths, storedDoi } from '../../kit/doi/index.ts'
import { type ActivityTables, type Interest, interestReader } from '../../paper/activity/index.ts'
import { type CitationTables, type FlaggedReferencesOf, readFlaggedReferences } from '../../paper/citations/index.ts'
import type { KnownFact } from '../../paper/known/index.ts'
import type { PaperPageModel, WithPapers } from '../../paper/papers/index.ts'
import { countedNotesReader, type NoteTables } from '../../readers/notes/index.ts'
import {
  addressAmong,
  approvedOfManyReader,
  type ListedReport,
  type ReportTables,
} from '../../readers/reports/index.ts'
import type { VoteCounts } from '../../readers/votes/rules.ts'
import { type VoteTables, voteCountsReader } from '../../readers/votes/store.ts'
import { factType, outcomeName, statusKey } from '../public-names/index.ts'
import type { PaperAnswer } from './paper-schemas.ts'
import { briefStatus, otherPaper, sourceAnswer, statusAnswer } from './status-answer.ts'

/** Paper data available both to its page and to lists. */
export type ToldPaper = Pick<
  PaperPageModel,
  | 'doi'
  | 'record'
  | 'kind'
  | 'title'
  | 'authors'
  | 'authorsTruncated'
  | 'journal'
  | 'year'
  | 'details'
  | 'known'
  | 'versions'
>

/** Community activity on a paper; undefined for none. */
export type ToldByReaders = {
  votes: VoteCounts | undefined
  interest: Interest | undefined
  reports: readonly ListedReport[] | undefined
  notes: number
}

/** Converts a paper to API output: the model of its page and the community activity. `origin`: of this site. */
export const paperAnswer = (
  paper: ToldPaper,
  { readers, cites }: { readers: ToldByReaders; cites: FlaggedReferencesOf },
  origin: string,
): PaperAnswer => {
  const doi = storedDoi(paper.doi)
  const { known, details } = paper
  const { votes, interest, reports = [], notes } = readers
  const ofGroup = (group: KnownFact['group']) =>
    known.facts.filter(fact => fact.group === group).map(fact => evidenceAnswer(fact, origin))
  const [events, attempts] = [ofGroup('event'), ofGroup('attempt')]
  return {
    doi,
    doi_url: doiUrl(doi),
    page_url: origin + paths.paper(doi),
    title: paper.title,
    metadata: metadataOf(paper),
    status: statusAnswer(known.status, origin),
    summary: known.summary,
    events,
    attempts,
    reports: reportSummaries(paper.doi, reports, origin),
    replicates: ofGroup('repeated'),
    announces: ofGroup('announced'),
    votes: {
      reliable: votes?.upvotes ?? 0,
      unreliable: votes?.downvotes ?? 0,
      signed_in: votes?.signedIn ?? 0,
    },
    counts: {
      events: events.length,
      attempts: attempts.length,
      reports: Object.values(known.status.reports).reduce((sum, count) => sum + count, 0),
      notes,
      watchers: interest?.watchers ?? 0,
      claims: interest?.claims ?? 0,
    },
    flagged_references: cites.fallen.map(({ status, when, ...cited }) => ({
      ...otherPaper(cited, origin),
      status: briefStatus(status),
      flagged_when: when,
    })),
    references_synced_at: cites.readAt === null ? null : new Date(cites.readAt).toISOString(),
    versions: paper.versions.map(({ kind, byTitle, status, ...version }) => ({
      ...otherPaper(version, origin),
      type: kind,
      matched_by_title: byTitle,
      status: status && { key: statusKey(status.kind), label: status.words },
    })),
    open_access: details.freeText && {
      url: details.freeText.href,
      host: details.freeText.place,
      version: details.freeText.version,
    },
  }
}

/** Null if the paper is described neither by a record nor by its events. */
const metadataOf = ({
  record,
  title,
  authors,
  authorsTruncated,
  journal,
  year,
  kind,
  details,
}: ToldPaper): PaperAnswer['metadata'] =>
  record !== 'found' && title === null
    ? null
    : {
        title,
        authors: authors.map(({ name, orcid }) => ({ name, orcid })),
        authors_truncated: authorsTruncated,
        journal,
        year,
        type: kind,
        cited_by: details.citedBy,
      }

const evidenceAnswer = (fact: KnownFact, origin: string): PaperAnswer['events'][number] => {
  const { id, label, date, dateIsLatest, outcome, title, doi, href, source, reasons = [], quote } = fact
  return {
    id,
    type: factType(fact),
    label,
    date,
    date_is_upper_bound: dateIsLatest,
    outcome: outcome && outcomeName(outcome),
    title,
    doi,
    // Community items have a path on this site.
    url: href?.startsWith('/') === true ? origin + href : href,
    ...sourceAnswer(source),
    reasons: [...reasons],
    quote,
  }
}

const reportSummaries = (doi: string, reports: readonly ListedReport[], origin: string): PaperAnswer['reports'] => {
  const pathOf = addressAmong(storedDoi(doi), reports)
  const uncounted = ({ countedAt }: ListedReport): number => (countedAt === null ? 1 : 0)
  return reports
    .toSorted((a, b) => uncounted(a) - uncounted(b))
    .map(report => reportSummary(report, origin + pathOf(report)))
}

/** Returns a report as listed by the API. */
export const reportSummary = (
  { canonicalSha256, outcome, name, createdAt, countedAt }: ListedReport,
  pageUrl: string,
): PaperAnswer['reports'][number] => ({
  hash: canonicalSha256,
  outcome,
  author: name,
  reported_at: new Date(createdAt).toISOString(),
  counted: countedAt !== null,
  page_url: pageUrl,
})

/** Tables read for a paper's API output, besides those of the papers themselves. */
export type PaperAnswerTables = ActivityTables & CitationTables & NoteTables & ReportTables & VoteTables

/** Result for a paper with unknown references. */
const emptyMetadata: FlaggedReferencesOf = { readAt: null, fallen: [] }

/** Maximum number of reports listed per paper. */
const mostReports = 20

export type PaperAnswers = {
  /** Returns the output of a paper whose page model was read. */
  one: (paper: ToldPaper) => Promise<PaperAnswer>
  /**
   * Returns the output of many papers from local data only, with a constant number of database queries. Every DOI is included; an unknown
   * one has null metadata and the status `nothing-found`.
   */
  many: (dois: readonly Doi[]) => Promise<Map<Doi, PaperAnswer>>
}

export const paperAnswersReader = (
  db: Kysely<PaperAnswerTables>,
  { papers, origin }: { papers: Pick<WithPapers['papers'], 'many'>; origin: string },
): PaperAnswers => {
  const readVotes = voteCountsReader(db)
  const readInterest = interestReader(db)
  const readReports = approvedOfManyReader(db, mostReports)
  const readNotes = countedNotesReader(db)

  /** Reads the community activity and the flagged references of papers. */
  const readBeside = async (dois: readonly Doi[]) => {
    const [votes, interest, reports, notes, cited] = await Promise.all([
      readVotes(dois),
      readInterest(dois),
      readReports(dois),
      readNotes(dois),
      readFlaggedReferences(db, dois),
    ])
    return {
      notes,
      of: (doi: Doi) => ({
        readers: {
          votes: votes.get(doi),
          interest: interest.get(doi),
          reports: reports.get(doi),
          notes: notes.get(doi)?.[0].count ?? 0,
        },
        cites: cited.get(doi) ?? emptyMetadata,
      }),
    }
  }

  return {
    async one(paper) {
      const doi = paper.doi as Doi
      return paperAnswer(paper, (await readBeside([doi])).of(doi), origin)
    },
    async many(asked) {
      const dois = [...new Set(asked)]
      const beside = await readBeside(dois)
      const told = await papers.many(dois, beside.notes)
      return new Map([...told].map(([doi, paper]) => [doi, paperAnswer(paper, beside.of(doi), origin)]))
    },
  }
}
