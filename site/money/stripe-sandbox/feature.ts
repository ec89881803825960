import { paths } from '../../kit/doi/index.ts'
import type { Feature } from '../../kit/feature/index.ts'
import { createSandboxCalls } from './calls.ts'

/** The pages of the sandbox that stands in for Stripe. Where Stripe itself is used, and in production, there are none. */
export const stripeSandboxFeature = {
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
  open: ({ sandbox }) => {
    const nothing = { jobs: {}, middleware: [], paperRoutes: {} }
    if (sandbox === null) return { ...nothing, routes: {} }
    const calls = createSandboxCalls(sandbox)
    return {
      ...nothing,
      routes: {
        [paths.sandboxCheckouts]: { GET: calls.checkout, POST: calls.decide },
        [paths.sandboxOnboardings]: { GET: calls.onboarding, POST: calls.onboard },
        [paths.sandbox]: { GET: calls.overview, POST: calls.act },
      },
    }
  },
} as const satisfies Feature<Record<never, never>, Record<never, never>, Record<never, never>, null>
