import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import type { FindWorks } from '../../../finding/search/index.ts'
import type { WatchTables } from '../../../news/watches/index.ts'
import { recentReader } from '../../../paper/activity/index.ts'
import type { WithPapers } from '../../../paper/papers/index.ts'
import type { DraftTables } from '../../../readers/drafts/store.ts'
import { publicNotesReader } from '../../../readers/notes/index.ts'
import { type PaperAnswerTables, paperAnswersReader } from '../../api/index.ts'
import type { AnyTool } from '../tool.ts'
import type { assistantLimits } from '../verify-token.ts'
import { createDraftClaim, createDraftNote } from './drafts.ts'
import { createGetPaperStatus } from './get-paper-status.ts'
import { createGetReport } from './get-report.ts'
import { createListRecentEvents } from './list-recent-events.ts'
import { createSearchPapers } from './search-papers.ts'
import { createWatchPaper } from './watch-paper.ts'

export type AssistantTables = PaperAnswerTables & WatchTables & SignInTables & DraftTables

type Options = WithPapers & {
  db: Kysely<AssistantTables>
  findWorks: FindWorks
  limits: Pick<Limits<keyof typeof assistantLimits>, 'require'>
  origin: string
  now: () => number
}

/** Returns all tools in listing order. */
export const openTools = ({ db, papers, findWorks, limits, origin, now }: Options): readonly AnyTool[] => {
  const answers = paperAnswersReader(db, { papers, origin })
  const notes = publicNotesReader(db)
  const readNotes = (doi: Parameters<typeof notes.page>[0], limit: number) => notes.page(doi, null, limit)
  const readRecent = recentReader(db)
  const drafts = db
  const watches = db
  return [
    createSearchPapers({ findWorks, statuses: papers.statuses, limits, origin }),
    createGetPaperStatus({ papers, answers, readNotes, limits, origin, now }),
    createGetReport({ db: db, origin }),
    createListRecentEvents({ readRecent, summaries: papers.summaries, origin, now }),
    createWatchPaper({ db: watches, limits, origin, now }),
    createDraftNote({ db: drafts, limits, origin, now }),
    createDraftClaim({ db: drafts, limits, origin, now }),
  ]
}
