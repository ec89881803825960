import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import { createReadOnly } from './read-only.ts'
import { exportImpersonatedRequests, type ImpersonationTables, impersonationMigration } from './store.ts'

/** Read-only sessions for operators who impersonate somebody, and the log of what they request. */
export const impersonationFeature = defineFeature<ImpersonationTables, NoJobs>()({
  migrations: [impersonationMigration],
  moveToAccount: null,
  deleteAccount: async (tx, { key, upTo }) => {
    if (upTo === null) await tx.deleteFrom('impersonated_requests').where('person', '=', key).execute()
  },
  exportOf: async (db, { key }) => ({ impersonated_requests: await exportImpersonatedRequests(db, key) }),
  open: ({ db, people, now }) => ({ middleware: { session: [createReadOnly({ db, people, now })] } }),
})
