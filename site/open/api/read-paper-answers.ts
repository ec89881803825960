import type { Kysely } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { type ActivityTables, interestReader } from '../../paper/activity/index.ts'
import { type CitationTables, type FallenReferences, readFallenReferences } from '../../paper/citations/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { countedNotesReader, type NoteTables } from '../../readers/notes/index.ts'
import { approvedOfManyReader, type ReportTables } from '../../readers/reports/index.ts'
import { type VoteTables, voteCountsReader } from '../../readers/votes/store.ts'
import { paperAnswer, type ToldPaper } from './paper-answer.ts'
import type { PaperAnswer } from './paper-schemas.ts'

/** The tables that an answer about papers is read from, beside those of the papers themselves. */
export type PaperAnswerTables = ActivityTables & CitationTables & NoteTables & ReportTables & VoteTables

/** Result for a paper with unknown references. */
const nothingTold: FallenReferences = { readAt: null, fallen: [] }

/** Maximum number of reports listed per paper. */
const mostReports = 20

export type PaperAnswers = {
  /** Returns the output of a paper whose page model was read. */
  one: (paper: ToldPaper) => Promise<PaperAnswer>
  /**
   * Returns the output of many papers from local data only, with a constant number of database queries. Every DOI is included; an unknown
   * one has null facts and the status `nothing-known`.
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
      readFallenReferences(db, dois),
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
        cites: cited.get(doi) ?? nothingTold,
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
