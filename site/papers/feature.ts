import { paths } from '../doi/index.ts'
import type { Feature } from '../feature/index.ts'
import { knownMigrations } from '../known/index.ts'
import { createBadgeCall } from './badge-call.ts'
import type { PaperJobs, PaperTables } from './create-papers.ts'
import { factsMigration } from './facts-store.ts'
import { paperPage } from './paper-page.ts'
import { createShowPaper } from './show-paper.ts'

/** A paper's page, its citation and its badge. */
export const papersFeature = {
  migrations: [factsMigration, ...knownMigrations],
  limits: {},
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
      cite: { GET: (_, doi, format) => papers.cite(doi, format) },
    },
  }),
} as const satisfies Feature<PaperTables, PaperJobs, Record<never, never>, null>
