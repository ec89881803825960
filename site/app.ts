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
import type { PageModels, PageName, PageSettings } from './browser/index.ts'
import { type Doi, paths, sameOriginPath } from './doi/index.ts'
import { type BriefDocument, createBriefCache, doiRoutes, type Head, type Renderer } from './http/index.ts'
import type { SiteLimit } from './limits.ts'
import { type Papers, paperHead } from './papers/index.ts'
import type { People, Person } from './people/index.ts'
import { createSearchCall, type FindWorks } from './search/index.ts'
import {
  type BrowserSession,
  createSignInCalls,
  type IdentityProvider,
  type Reader,
  type Sessions,
  secretParams,
} from './sign-in/index.ts'
import { createVoteCall, type VoteTables } from './votes/index.ts'

export type AppParts = {
  settings: Settings
  logger: Logger
  metrics: Metrics
  renderer: Renderer
  db: Kysely<VoteTables>
  people: People
  signIn: { browser: BrowserSession; sessions: Sessions; provider: IdentityProvider }
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

const noIndex = [{ name: 'robots', content: 'noindex' }]
const unlisted = (what: string): Head => ({ title: `${what} · Corroborate`, meta: noIndex })

const unsureNotice =
  'We cannot check just now whether you are logged in: the service that knows does not answer. You can read everything; what needs your account works again in a minute.'

/** The path of a page, to come back to, without what its query may have to hide. */
const pathOf = (c: HttpContext): string => {
  const url = new URL(c.req.url)
  for (const name of secretParams) url.searchParams.delete(name)
  return sameOriginPath(url.pathname + url.search, url.origin) ?? '/'
}

/** A hot page is rendered once a second; so many different ones are kept at most. */
const briefly = { lifetime: 1_000, most: 1_000 }

/** The application: every address of the site, from the request to the answer. */
export const createApp = (parts: AppParts): Hono<HttpEnv> => {
  const { settings, logger, metrics, renderer, db, people, papers, findWorks, limits } = parts
  const { origin } = settings.site
  const cache = createBriefCache(briefly)
  const clientSettings = JSON.stringify({
    origin,
    identity: settings.identity.origin,
    publicToken: settings.identity.publicToken,
    analytics: settings.analyticsUrl ?? null,
  } satisfies PageSettings)

  const readerOf = (c: HttpContext): Reader => {
    const session = people.session(c)
    return {
      signedIn: typeof session !== 'string',
      path: pathOf(c),
      notice: session === 'unsure' ? unsureNotice : null,
    }
  }

  // A document holds its reader's nonce: whoever keeps it asks before showing it again, and nobody shows it to another.
  const page = <P extends PageName>(c: HttpContext, name: P, model: PageModels[P], head: Head, status: number) => {
    const html = renderer.render(name, model, { nonce: nonceOf(c), head, clientSettings, reader: readerOf(c) })
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

  const analyticsOrigin = settings.analyticsUrl === undefined ? null : new URL(settings.analyticsUrl).origin
  const app = createHttp({
    origin,
    logger,
    metrics,
    trustedProxies: settings.trustedProxies,
    problems: { toPage: problemPage },
    contentSources: {
      'connect-src': [settings.identity.origin, ...(analyticsOrigin === null ? [] : [analyticsOrigin])],
    },
  })
  app.route(
    '/',
    healthRoutes({ checks: parts.checks, metrics, isDraining: parts.isDraining, metricsToken: settings.metricsToken }),
  )

  const calls = createSignInCalls({
    ...parts.signIn,
    origin,
    people,
    limits,
    pages: {
      authenticate: (c, model, status) => page(c, 'authenticate', model, unlisted('Log in'), status),
      login: (c, model, status) => page(c, 'login', model, unlisted('Log in'), status),
      logout: (c, model) => page(c, 'logout', model, unlisted('Log out'), 200),
    },
  })
  app.use('*', calls.recognise, calls.guardQuery)
  app.get(paths.authenticate, calls.authenticate).post(calls.authenticateByForm)
  app.get(paths.logout, calls.logout).post(calls.logoutByForm)
  app.get(paths.login(), calls.login).post(calls.loginByForm)
  app.get(paths.resetPassword, c => c.redirect(paths.login(), 303))

  app.get(paths.home, c => page(c, 'home', {}, { ...homeHead, canonical: `${origin}/` }, 200))

  app.get(
    paths.search(),
    createSearchCall({
      findWorks,
      limits,
      page: (c, model, status) => {
        const title = model.query === '' ? 'Search · Corroborate' : `${model.query} · Corroborate`
        return page(c, 'results', model, { title, meta: noIndex }, status)
      },
    }),
  )

  /** A paper's page for one person; `null` is anybody we have never seen act. A better address is a `Location`. */
  const paperDocument = async (doi: Doi, person: Person | null, nonce: string, notice: string | null = null) => {
    const result = await papers.page(doi, person)
    if (result.kind === 'moved') return { html: '', headers: { Location: result.path }, keep: false }
    const { linkHeader, ...head } = paperHead(result.model, origin)
    const reader: Reader = { signedIn: person?.signedIn ?? false, path: paths.paper(doi), notice }
    // While sources are silent the page is there all the same (the DOI, the vote, what is known), so that it is no 503; but the
    // next look may find more, so that nobody keeps it.
    const passing = result.model.record === 'unavailable'
    return {
      html: renderer.render('paper', result.model, { nonce, head, clientSettings, reader }),
      headers: { Link: linkHeader, Vary: 'Cookie', 'Cache-Control': passing ? 'no-store' : 'private, no-cache' },
      keep: !passing,
    }
  }

  const sendPaper = (c: HttpContext, { html, headers }: BriefDocument): Response =>
    headers.Location === undefined ? c.html(html, 200, headers) : c.redirect(headers.Location, 302)

  const showPaper = (c: HttpContext, doi: Doi): Response | Promise<Response> => {
    const person = people.known(c)
    const nonce = nonceOf(c)
    const { notice } = people.session(c) === 'unsure' ? { notice: unsureNotice } : { notice: null }
    if (person !== null || notice !== null)
      return paperDocument(doi, person, nonce, notice).then(made => sendPaper(c, made))
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
