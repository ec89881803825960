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
import { createBriefCache, doiRoutes, type Head, type Renderer } from './http/index.ts'
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

  const page = <P extends PageName>(c: HttpContext, name: P, model: PageModels[P], head: Head, status: number) => {
    const html = renderer.render(name, model, { nonce: nonceOf(c), head })
    return c.html(html, status as 200)
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

  app.get(paths.home, async c => {
    const { html } = await cache.document(paths.home, nonceOf(c), async nonce => ({
      html: renderer.render('home', {}, { nonce, head: { ...homeHead, canonical: `${origin}/` } }),
      headers: {},
      keep: true,
    }))
    return c.html(html)
  })

  app.get(
    paths.search(),
    createSearchCall({
      findWorks,
      limits,
      page: (c, model, status) => {
        const title = model.query === '' ? 'Search · Corroborate' : `${model.query} · Corroborate`
        return page(c, 'results', model, { title }, status)
      },
    }),
  )

  /** Renders a paper's page for one person; `null` is anybody we have never seen act. */
  const paperDocument = async (doi: Doi, person: Person | null, nonce: string) => {
    const result = await papers.page(doi, person)
    if (result.kind === 'moved') return { kind: 'moved', path: result.path } as const
    const { linkHeader, ...head } = paperHead(result.model, origin)
    const html = renderer.render('paper', result.model, { nonce, head })
    return { kind: 'page', html, link: linkHeader, keep: result.model.record !== 'unavailable' } as const
  }

  const showPaper = async (c: HttpContext, doi: Doi): Promise<Response> => {
    const person = people.known(c)
    c.header('Vary', 'Cookie')
    c.header('Cache-Control', 'private, no-cache')
    if (person !== null) {
      const made = await paperDocument(doi, person, nonceOf(c))
      if (made.kind === 'moved') return c.redirect(made.path, 302)
      c.header('Link', made.link)
      return c.html(made.html)
    }
    const { html, headers } = await cache.document(doi, nonceOf(c), async nonce => {
      const made = await paperDocument(doi, null, nonce)
      if (made.kind === 'moved') return { html: '', headers: { Location: made.path }, keep: false }
      return { html: made.html, headers: { Link: made.link }, keep: made.keep }
    })
    const { Location, Link } = headers
    if (Location !== undefined) return c.redirect(Location, 302)
    if (Link !== undefined) c.header('Link', Link)
    return c.html(html)
  }

  // The files of the build: content-hashed ones below /assets/, the rest (icon, robots.txt) by their own names.
  app.get('/*', staticFiles({ folder: renderer.clientDir, prefix: '/' }))
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
