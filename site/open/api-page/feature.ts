import { HttpProblem } from '@corroborate/server-kit/http'
import { defineFeature } from '../../kit/feature/index.ts'
import { newestReportHash, type ReportTables } from '../../readers/reports/index.ts'
import { answerText, apiPaths, problemTypes } from '../api/index.ts'
import { apiPage } from './api-page.ts'
import { apiPageModel } from './api-page-model.ts'
import { openApiDocument } from './openapi.ts'

/** API reference: the page `/api`, and the OpenAPI document. */
export const apiPageFeature = defineFeature<ReportTables>()({
  pages: [apiPage],
  open: ({ settings, pages, db }) => {
    const { origin, contact } = settings.site
    // Built lazily: most processes never serve it, and it takes some 15 ms.
    let document: string | undefined
    const documentText = () => (document ??= JSON.stringify(openApiDocument({ origin, contact })))
    return {
      routes: {
        [apiPaths.page]: {
          GET: c => pages.showToAll(c, apiPage, async () => apiPageModel(origin, await newestReportHash(db))),
        },
        [apiPaths.openapi]: {
          GET: c =>
            answerText(c, documentText(), {
              'Content-Type': 'application/json; charset=utf-8',
              'Cache-Control': 'public, max-age=3600',
            }),
        },
        [apiPaths.problems]: {
          GET: c => {
            const word = c.req.param('word') ?? ''
            if (!Object.hasOwn(problemTypes, word)) throw new HttpProblem(404, 'Unknown problem type. See /api.')
            return c.redirect(`${apiPaths.page}#${word}`, 302)
          },
        },
      },
    }
  },
})
