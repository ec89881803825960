import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import { createUpkeepJobs, type UpkeepJobs, type UpkeepTables } from './jobs.ts'

/** Deletes once a day what belongs to nobody and has lost its use: what belongs to people, each feature deletes itself, but for drafts that nobody sent in time. */
export const upkeepFeature = defineFeature<UpkeepTables, UpkeepJobs>()({
  ...nothingOfPeople,
  open: ({ db, outbox, now }) => ({
    jobs: createUpkeepJobs({ db, outbox }, now),
  }),
})
