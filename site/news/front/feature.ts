import { paths } from '../../kit/doi/index.ts'
import type { Feature } from '../../kit/feature/index.ts'
import { createListCalls } from './list-calls.ts'
import type { OfferTables } from './offers.ts'
import { recentPage, wantedPage } from './pages.ts'

/** The lists of the whole site: what happened to papers of late, and the papers that people want to know more about. */
export const frontFeature = {
  migrations: [],
  limits: {},
  pages: [recentPage, wantedPage],
  paperSection: null,
  moveToAccount: null,
  noteProof: null,
  deleteAccount: null,
  moderated: null,
  attempts: null,
  notes: null,
  mine: null,
  exportOf: null,
  open: ({ db, papers, pages }) => {
    const { recent, wanted } = createListCalls({ db, summaries: papers.summaries, pages })
    return {
      jobs: {},
      middleware: [],
      routes: { [paths.recent()]: { GET: recent }, [paths.wanted()]: { GET: wanted } },
      paperRoutes: {},
    }
  },
} as const satisfies Feature<OfferTables, Record<never, never>, Record<never, never>, null>
