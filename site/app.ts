import { type HealthCheck, healthRoutes, type Metrics } from '@corroborate/server-kit/health'
import {
  createHttp,
  type HttpContext,
  type HttpEnv,
  type HttpProblem,
  nonceOf,
  staticFiles,
} from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Logger } from '@corroborate/server-kit/logging'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { PageModels, PageName } from './browser/index.ts'
import { type Doi, paths } from './doi/index.ts'
import { type BriefDocument, createBriefCache, doiRoutes, type Head, type Renderer } from './http/index.ts'
import type { SiteLimit } from './limits.ts'
import { type Papers, paperHead } from './papers/index.ts'
import type { People, Person } from './people/index.ts'
import { createSearchCall, type FindWorks } from './search/index.ts'
import { createVoteCall, type VoteTables } from './votes/index.ts'

export type AppParts = {
  settings: Settings
  logger: Logger
  metrics: Metrics
  renderer: Renderer
  db: Kysely<VoteTables>
  people: People
  papers: Papers<Person | null>
  findWorks: FindWorks
  limits: Limits<SiteLimit>
  checks: Readonly<Record<string, HealthCheck>>
  isDraining: () => boolean
}

const homeHead: Head = {
  title: 'Corroborate: does this paper hold?',
  description:
    'Find any scientific paper and see what is known about whether it holds: replications, corrections, retractions and what readers say.',
}

/** A hot page is rendered once a second; so many different ones are kept at most. */
const briefly = { lifetime: 1_000, most: 1_000 }

/** The application: every address of the site, from the request to the answer. */
export const createApp = (parts: AppParts): Hono<HttpEnv> => {
  const { settings, logger, metrics, renderer, db, people, papers, findWorks, limits } = parts
  const { origin } = settings.site
  const cache = createBriefCache(briefly)

  // A document holds its reader's nonce: whoever keeps it asks before showing it again, and nobody shows it to another.
  const page = <P extends PageName>(c: HttpContext, name: P, model: PageModels[P], head: Head, status: number) => {
    const html = renderer.render(name, model, { nonce: nonceOf(c), head })
    return c.html(html, status as 200, { 'Cache-Control': 'private, no-cache' })
  }

  const problemPage = (c: HttpContext, problem: HttpProblem, requestId: string): Response => {
    const model = {
      status: problem.status,
      message: problem.message,
      requestId: problem.status >= 500 ? requestId : null,
    }
    return page(c, 'error', model, { title: `${problem.status} · Corroborate` }, problem.status)
  }

  const app = createHttp({
    origin,
    logger,
    metrics,
    trustedProxies: settings.trustedProxies,
    problems: { toPage: problemPage },
  })
  app.route(
    '/',
    healthRoutes({ checks: parts.checks, metrics, isDraining: parts.isDraining, metricsToken: settings.metricsToken }),
  )

  app.get(paths.home, c => page(c, 'home', {}, { ...homeHead, canonical: `${origin}/` }, 200))

  app.get(
    paths.search(),
    createSearchCall({
      findWorks,
      limits,
      page: (c, model, status) => {
        const title = model.query === '' ? 'Search · Corroborate' : `${model.query} · Corroborate`
        return page(c, 'results', model, { title, meta: [{ name: 'robots', content: 'noindex' }] }, status)
      },
    }),
  )

  /** A paper's page for one person; `null` is anybody we have never seen act. A better address is a `Location`. */
  const paperDocument = async (doi: Doi, person: Person | null, nonce: string) => {
    const result = await papers.page(doi, person)
    if (result.kind === 'moved') return { html: '', headers: { Location: result.path }, keep: false }
    const { linkHeader, ...head } = paperHead(result.model, origin)
    // While sources are silent the page is there all the same (the DOI, the vote, what is known), so that it is no 503; but the
    // next look may find more, so that nobody keeps it.
    const passing = result.model.record === 'unavailable'
    return {
      html: renderer.render('paper', result.model, { nonce, head }),
      headers: { Link: linkHeader, Vary: 'Cookie', 'Cache-Control': passing ? 'no-store' : 'private, no-cache' },
      keep: !passing,
    }
  }

  const sendPaper = (c: HttpContext, { html, headers }: BriefDocument): Response =>
    headers.Location === undefined ? c.html(html, 200, headers) : c.redirect(headers.Location, 302)

  const showPaper = (c: HttpContext, doi: Doi): Response | Promise<Response> => {
    const person = people.known(c)
    const nonce = nonceOf(c)
    if (person !== null) return paperDocument(doi, person, nonce).then(made => sendPaper(c, made))
    const kept = cache.kept(doi, nonce)
    if (kept !== null) return sendPaper(c, kept)
    return cache.make(doi, nonce, standIn => paperDocument(doi, null, standIn)).then(made => sendPaper(c, made))
  }

  // The files of the build: content-hashed ones below /assets/, the rest (icon, robots.txt) by their own names.
  const files = staticFiles({ folder: renderer.clientDir, prefix: '/' })
  app.get('/assets/*', files)
  app.get('/:file{[a-z-]+\\.[a-z]+}', files)
  app.all(
    '*',
    doiRoutes({
      paper: { GET: showPaper },
      vote: { POST: createVoteCall({ db, people, limits }) },
      cite: { GET: (_, doi, format) => papers.cite(doi, format) },
    }),
  )
  return app
}
