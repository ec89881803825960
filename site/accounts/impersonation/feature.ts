import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import { createReadOnly } from './read-only.ts'
import { exportImpersonatedRequests, type ImpersonationTables, impersonationMigration } from './store.ts'

/** Read-only sessions of operators who impersonate a user, and the log of their requests. */
export const impersonationFeature = defineFeature<ImpersonationTables, NoJobs>()({
  migrations: [impersonationMigration],
  moveToAccount: null,
  deleteAccount: async (tx, { key, upTo }) => {
    if (upTo === null) await tx.deleteFrom('impersonated_requests').where('person', '=', key).execute()
  },
  exportOf: async (db, { key }) => ({ impersonated_requests: await exportImpersonatedRequests(db, key) }),
  open: ({ db, people, now }) => ({ middleware: { session: [createReadOnly({ db, people, now })] } }),
})
