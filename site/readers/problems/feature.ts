import type { WithProofs } from '../../accounts/proofs/index.ts'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import { createNamePaper, type WithPapers } from '../../paper/papers/index.ts'
import type { Moderates, ModerationTables } from '../moderation/index.ts'
import type { NoteTables } from '../notes/index.ts'
import type { ReportTables } from '../reports/index.ts'
import { createNameAbout } from './about.ts'
import { createProblemCalls } from './calls.ts'
import { deleteProblems, exportProblems, moveProblems } from './keep-problems.ts'
import { moderatedProblems } from './moderated-problems.ts'
import { problemPage } from './problem-page.ts'
import { type ProblemTables, problemMigration } from './store.ts'

const day = 24 * 60 * 60

const limits = {
  /** Problems from one address. */
  problem: { points: 10, perSeconds: 60 * 60 },
  /** Per account. */
  problemOfPerson: { points: 30, perSeconds: day },
  /** About one paper, from one account, or from one address and its networks. */
  problemOfPaper: { points: 5, perSeconds: day },
  /** Per paper, from everyone: far more than one sender can use. */
  problemsOfPaper: { points: 200, perSeconds: day },
} as const

type Tables = ProblemTables & ModerationTables & SignInTables & NoteTables & ReportTables

/** "Report a problem": sends problems with a note, a report or a source to the moderators. */
export const problemsFeature = defineFeature<Tables, NoJobs, WithPapers & WithProofs, Moderates<Tables>>()({
  migrations: [problemMigration],
  limits,
  pages: [problemPage],
  moderated: moderatedProblems,
  moveToAccount: moveProblems,
  deleteAccount: deleteProblems,
  exportOf: exportProblems,
  open: ({ settings, db, people, papers, pages, limits, proofs, now }) => {
    const calls = createProblemCalls({
      db,
      people,
      pages,
      limits,
      proofs,
      namePaper: createNamePaper(papers.facts),
      nameAbout: createNameAbout(db, papers),
      contact: settings.site.contact,
      now,
    })
    return { paperRoutes: { problem: { GET: calls.page, POST: calls.post } } }
  },
})
