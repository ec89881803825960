import { addressOf } from '@corroborate/server-kit/http'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, nothingOfPeople } from '../../kit/feature/index.ts'
import type { WithProofs } from './create-proofs.ts'
import { type ProofTables, proofsMigration } from './store.ts'

const limits = {
  /** Challenges handed out. */
  proofOfWork: { points: 120, perSeconds: 10 * 60 },
} as const

/** Proofs of work, which other features ask for near their limits. */
export const proofsFeature = defineFeature<ProofTables, NoJobs, WithProofs>()({
  migrations: [proofsMigration],
  limits,
  ...nothingOfPeople,
  open: ({ proofs, limits }) => ({
    routes: {
      [paths.proofOfWork]: {
        GET: async c => {
          await limits.require('proofOfWork', { address: addressOf(c) })
          c.header('Cache-Control', 'no-store')
          return c.json(await proofs.challenge())
        },
      },
    },
  }),
})
