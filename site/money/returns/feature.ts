import { defineFeature } from '../../kit/feature/index.ts'
import type { WithStripe } from '../stripe/index.ts'
import type { ReturnJobs, ReturnTables } from './plan-return.ts'
import { createSendReturn } from './send-return.ts'

/** Refunds to contributors, and returns to the pool. */
export const returnsFeature = defineFeature<ReturnTables, ReturnJobs, WithStripe>()({
  open: ({ db, stripe, now }) => ({
    jobs: { 'returns.send': stripe === null ? async () => {} : createSendReturn({ db, stripe, now }) },
  }),
})
