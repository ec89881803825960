import { type HealthCheck, healthRoutes, type Metrics } from '@corroborate/server-kit/health'
import { createHttp, type HttpContext, type HttpEnv, type HttpProblem, staticFiles } from '@corroborate/server-kit/http'
import type { Handlers, JobPayloads } from '@corroborate/server-kit/outbox'
import type { Hono } from 'hono'
import { isApiPath, isAssistantsPath, paths, sameOriginPath } from '../kit/doi/index.ts'
import { errorPage } from '../kit/error-page/error-page.ts'
import {
  deleteAccount,
  exportAccount,
  merged,
  middlewareInOrder,
  mineReader,
  moveToAccount,
  noteProof,
  paperSectionsReader,
} from '../kit/feature/index.ts'
import { createPages, type DoiRoutes, doiRoutes, type Renderer } from '../kit/http/index.ts'
import { createPeople } from '../kit/people/index.ts'
import { checkoutSources } from '../money/stripe/open-stripe.ts'
import { offersOf } from '../news/front/pages.ts'
import { answerApiProblem, largestApiBody } from '../open/api/index.ts'
import { largestBibliography } from '../open/reference-check/index.ts'
import { moderatedKindsOf } from '../readers/moderation/index.ts'
import { features } from './features.ts'
import type { WholeSite } from './whole-site.ts'

export type AppParts = Omit<
  WholeSite,
  | 'people'
  | 'pages'
  | 'moderated'
  | 'offers'
  | 'moveToAccount'
  | 'noteProof'
  | 'personalSections'
  | 'mine'
  | 'exportAccount'
  | 'deleteAccount'
> & {
  metrics: Metrics
  renderer: Renderer
  checks: Readonly<Record<string, HealthCheck>>
  /** Optional dependencies. */
  helpers?: Readonly<Record<string, HealthCheck>>
  isDraining: () => boolean
}

export type App = {
  /** Every address of the site, from the request to the answer. */
  app: Hono<HttpEnv>
  /** Every method and path that a feature answers; `:doi` stands for a DOI. */
  addresses: readonly { method: string; path: string }[]
  /** Handlers of all job kinds. */
  jobs: Required<Handlers<JobPayloads>>
}

/** The application: all features of the site, opened and put behind their addresses. */
export const createApp = (parts: AppParts): App => {
  const { settings, logger, metrics, renderer, db, now } = parts
  const { origin } = settings.site
  const people = createPeople({ secure: origin.startsWith('https:') })
  const pages = createPages({ settings, people, renderer, now })
  const site: WholeSite = {
    ...parts,
    people,
    pages,
    moderated: moderatedKindsOf(features),
    offers: offersOf(features, db),
    noteProof: (tx, account, proved) => noteProof(features, tx, account, proved),
    personalSections: paperSectionsReader(features, { db, settings, now, onlyPersonal: true }),
    mine: mineReader(features, db),
    exportAccount: account => exportAccount(features, db, account),
    deleteAccount: (tx, account) => deleteAccount(features, tx, account),
    moveToAccount: (visitor, account) => moveToAccount(features, db, { visitor, account, now: now() }),
  }
  const opened = features.map(feature => feature.open(site))

  const problemPage = (c: HttpContext, problem: HttpProblem, requestId: string): Response => {
    const { status, message } = problem
    const { pathname, search } = new URL(c.req.url)
    const isForm = c.req.method !== 'GET'
    // The requested page, or for a form, the page that contains it.
    const back = isForm ? (sameOriginPath(c.req.header('Referer'), origin) ?? '/') : pathname + search
    const login = status === 401 ? paths.login(back) : null
    return pages.show(c, errorPage, { status, message, requestId: status >= 500 ? requestId : null, login }, status)
  }
  const analyticsOrigin = settings.analyticsUrl === undefined ? [] : [new URL(settings.analyticsUrl).origin]
  const app = createHttp({
    origin,
    logger,
    metrics,
    trustedProxies: settings.trustedProxies,
    hstsIncludesSubdomains: settings.hstsIncludesSubdomains,
    isAllowedOrigin: (_, { req: { path } }) => acceptsAnyOrigin(path),
    largestBody: path => {
      if (path === paths.check || path === paths.checkForPrograms) return largestBibliography
      return isApiPath(path) || isAssistantsPath(path) ? largestApiBody : undefined
    },
    problems: { toPage: problemPage, toOwn: (c, problem) => answerApiProblem(c, problem, origin) },
    contentSources: {
      'connect-src': [settings.identity.origin, ...analyticsOrigin],
      // Logos of applications, of which the provider keeps copies.
      'img-src': [settings.identity.origin],
      // Browsers hold a form to this also where its answer leads on: a contribution leads to the checkout.
      'form-action': checkoutSources(settings),
    },
  })
  app.route(
    '/',
    healthRoutes({
      origin,
      checks: parts.checks,
      ...(parts.helpers && { helpers: parts.helpers }),
      missingSettings: settings.missing,
      metrics,
      isDraining: parts.isDraining,
      metricsToken: settings.metricsToken,
    }),
  )
  for (const middleware of middlewareInOrder(opened)) app.use('*', middleware)
  const routes = merged(
    'route',
    opened.map(feature => feature.routes),
  )
  for (const [path, methods] of Object.entries(routes))
    for (const [method, handler] of Object.entries(methods)) app.on(method, path, handler)

  // The files of the build: content-hashed ones below /assets/, the rest (icon, robots.txt) by their own names.
  const files = staticFiles({ folder: renderer.clientDir, prefix: '/' })
  app.get('/assets/*', files)
  app.get('/:file{[a-z-]+\\.[a-z]+}', files)
  const paperRoutes = merged(
    'route below a DOI',
    opened.map(feature => feature.paperRoutes),
  )
  app.all('*', doiRoutes(paperRoutes))
  return {
    app,
    addresses: addressesOf(routes, paperRoutes),
    jobs: merged(
      'job',
      opened.map(feature => feature.jobs),
    ),
  }
}

/**
 * True for paths that accept cross-origin posts: authorization requests posted by applications, API requests from pages, and one-click
 * unsubscribes from mail clients. None is authorized by a cookie; an unsubscribe URL contains a token (RFC 8058).
 */
const acceptsAnyOrigin = (path: string): boolean =>
  path === paths.consent || path === paths.unsubscribe() || isApiPath(path)

const addressesOf = (routes: Readonly<Record<string, object>>, paperRoutes: DoiRoutes): App['addresses'] => {
  const below = Object.entries(paperRoutes).map(([action, methods]) => [
    action === 'paper' ? '/:doi' : `/:doi/${action}`,
    methods,
  ])
  return [...Object.entries(routes), ...below].flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ method, path: String(path) })),
  )
}
