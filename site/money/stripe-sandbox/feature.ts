import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import { createSandboxCalls } from './calls.ts'
import type { WithSandbox } from './open-sandbox.ts'

/** The pages of the sandbox that stands in for Stripe. Where Stripe itself is used, and in production, there are none. */
export const stripeSandboxFeature = defineFeature<Record<never, never>, NoJobs, WithSandbox>()({
  open: ({ sandbox }) => {
    const nothing = { paperRoutes: {} }
    if (sandbox === null) return { ...nothing }
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
})
