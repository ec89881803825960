import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import { createUpkeepJobs, type UpkeepJobs, type UpkeepTables } from './jobs.ts'

/**
 * Daily deletion of expired non-personal data, and of drafts that were never submitted. Features delete all other personal data themselves.
 */
export const upkeepFeature = defineFeature<UpkeepTables, UpkeepJobs>()({
  ...nothingOfPeople,
  open: ({ db, outbox, now }) => ({
    jobs: createUpkeepJobs({ db, outbox }, now),
  }),
})
