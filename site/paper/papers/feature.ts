import { addressOf } from '@corroborate/server-kit/http'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, nothingOfPeople } from '../../kit/feature/index.ts'
import { knownMigrations } from '../known/index.ts'
import type { WithPictures } from '../share-picture/index.ts'
import { createBadgeCall } from './badge-call.ts'
import type { PaperJobs, PaperTables, WithPapers } from './create-papers.ts'
import { factsMigration } from './facts-store.ts'
import { createPaperCall } from './paper-call.ts'
import { paperPage } from './paper-page.ts'
import { createPictureCall } from './picture-call.ts'
import { factsByAgeMigration, missingFactsMigration } from './sweep-facts.ts'
import { versionsMigration } from './versions.ts'
import { createWholeListCall } from './whole-list-call.ts'
import { wholeListPage } from './whole-list-page.ts'

const limits = {
  /** External lookups of unknown papers. DOIs pasted while typing also look up their prefixes. */
  lookUpOutside: { points: 120, perSeconds: 10 * 60 },
  /** Uncached share images, each some 100 ms of CPU. Chats and social networks request one when a link is shared. */
  drawPicture: { points: 60, perSeconds: 10 * 60 },
} as const

/** A paper's page, its citation, its badge and its share picture. */
export const papersFeature = defineFeature<PaperTables, PaperJobs, WithPapers & WithPictures>()({
  migrations: [factsMigration, missingFactsMigration, factsByAgeMigration, versionsMigration, ...knownMigrations],
  limits,
  pages: [paperPage, wholeListPage],
  ...nothingOfPeople,
  open: ({ papers, people, pages, pictures, limits, now }) => ({
    jobs: papers.jobs,
    routes: {
      [paths.badges]: { GET: createBadgeCall(papers.statuses) },
      [paths.pictures]: { GET: createPictureCall({ picture: papers.picture, pictures, limits }) },
    },
    paperRoutes: {
      paper: { GET: createPaperCall({ papers, people, pages, now }) },
      all: { GET: createWholeListCall({ papers, pages }) },
      cite: { GET: (c, doi, format) => papers.cite(doi, format, addressOf(c)) },
    },
  }),
})
