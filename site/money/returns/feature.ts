import type { Feature } from '../../kit/feature/index.ts'
import type { ReturnJobs, ReturnTables } from './plan-return.ts'
import { createSendReturn } from './send-return.ts'

/** Money that goes back to who gave it, or to the pool. */
export const returnsFeature = {
  migrations: [],
  limits: {},
  pages: [],
  paperSection: null,
  moderated: null,
  attempts: null,
  notes: null,
  moveToAccount: null,
  noteProof: null,
  deleteAccount: null,
  mine: null,
  exportOf: null,
  open: ({ db, stripe, now }) => ({
    jobs: { 'returns.send': stripe === null ? async () => {} : createSendReturn({ db, stripe, now }) },
    middleware: [],
    routes: {},
    paperRoutes: {},
  }),
} as const satisfies Feature<ReturnTables, ReturnJobs, Record<never, never>, null>
