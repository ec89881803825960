import { addressOf } from '@corroborate/server-kit/http'
import { paths } from '../../kit/doi/index.ts'
import type { Feature } from '../../kit/feature/index.ts'
import { type ProofTables, proofsMigration } from './store.ts'

const limits = {
  /** Challenges handed out. */
  proofOfWork: { points: 120, perSeconds: 10 * 60 },
} as const

/** Proofs of work, which other features ask for near their limits. */
export const proofsFeature = {
  migrations: [proofsMigration],
  limits,
  pages: [],
  paperSection: null,
  attempts: null,
  notes: null,
  moderated: null,
  moveToAccount: null,
  noteProof: null,
  deleteAccount: null,
  mine: null,
  exportOf: null,
  open: ({ proofs, limits }) => ({
    jobs: {},
    middleware: [],
    routes: {
      [paths.proofOfWork]: {
        GET: async c => {
          await limits.require('proofOfWork', { address: addressOf(c) })
          c.header('Cache-Control', 'no-store')
          return c.json(await proofs.challenge())
        },
      },
    },
    paperRoutes: {},
  }),
} as const satisfies Feature<ProofTables, Record<never, never>, typeof limits, null>
