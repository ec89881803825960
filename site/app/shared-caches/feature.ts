import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import type { PurgeJobs } from '../../kit/shared-caches/note-change.ts'
import { purgeJobs } from './purge.ts'

/** Purges the caches in front of the site on changes. */
export const sharedCachesFeature = defineFeature<object, PurgeJobs>()({
  ...nothingOfPeople,
  open: ({ settings }) => ({ jobs: purgeJobs(settings.cachePurges) }),
})
