import { addressOf } from '@corroborate/server-kit/http'
import { paths } from '../doi/index.ts'
import type { Feature } from '../feature/index.ts'
import { knownMigrations } from '../known/index.ts'
import { createBadgeCall } from './badge-call.ts'
import type { PaperJobs, PaperTables } from './create-papers.ts'
import { factsMigration } from './facts-store.ts'
import { paperPage } from './paper-page.ts'
import { createShowPaper } from './show-paper.ts'

const limits = {
  /** Look-ups of papers that we do not know, which ask services outside. Who pastes DOIs as they type looks up their beginnings too. */
  lookUpOutside: { points: 120, perSeconds: 10 * 60 },
} as const

/** A paper's page, its citation and its badge. */
export const papersFeature = {
  migrations: [factsMigration, ...knownMigrations],
  limits,
  pages: [paperPage],
  paperSection: null,
  moveToAccount: null,
  noteProof: null,
  deleteAccount: null,
  open: ({ papers, people, pages, now }) => ({
    jobs: papers.jobs,
    middleware: [],
    routes: { [paths.badges]: { GET: createBadgeCall(papers.statuses) } },
    paperRoutes: {
      paper: { GET: createShowPaper({ papers, people, pages, now }) },
      cite: { GET: (c, doi, format) => papers.cite(doi, format, addressOf(c)) },
    },
  }),
} as const satisfies Feature<PaperTables, PaperJobs, typeof limits, null>
