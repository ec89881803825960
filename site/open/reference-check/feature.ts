import { readDoisOfPmids, type SearchTables } from '../../finding/search/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import { type CitationTables, readFallenReferences } from '../../paper/citations/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithApiLimits } from '../api/index.ts'
import { createApiCall } from './api-call.ts'
import { createCheckReferences } from './check.ts'
import { checkPage } from './check-page.ts'
import { createPageCalls } from './page-calls.ts'
import type { WithReferences } from './reference-reader.ts'

const limits = {
  /** Bibliographies that are checked, each as work for a second. */
  checkReferences: { points: 60, perSeconds: 10 * 60 },
} as const

/** Checking a bibliography: the page, and the call of the API. Keeps nothing. */
export const referenceCheckFeature = defineFeature<
  SearchTables & CitationTables,
  NoJobs,
  WithPapers & WithReferences & WithApiLimits
>()({
  limits,
  pages: [checkPage],
  open: ({ db, papers, references, pages, limits, now }) => {
    const check = createCheckReferences({
      references,
      summaries: papers.summaries,
      citesFallen: async dois => {
        const cited = await readFallenReferences(db, dois)
        return new Map(
          // A citation of a flagged paper may be known before the other references.
          [...cited].flatMap(([doi, { readAt, fallen }]) =>
            readAt === null && fallen.length === 0 ? [] : [[doi, fallen]],
          ),
        )
      },
      doisOfPmids: pmids => readDoisOfPmids(db, pmids, now()),
    })
    const calls = createPageCalls({ check, pages, limits })
    return {
      routes: {
        [paths.check]: { GET: calls.form, POST: calls.check },
        [paths.checkForPrograms]: { POST: createApiCall({ check, limits }) },
      },
    }
  },
})
