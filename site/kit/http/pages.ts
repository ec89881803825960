import {
  type HttpContext,
  type HttpEnv,
  HttpProblem,
  letCompress,
  nameRoute,
  nonceOf,
} from '@corroborate/server-kit/http'
import type { Settings } from '@corroborate/server-kit/settings'
import type { MiddlewareHandler } from 'hono'
import { actingParams, type Doi, type DoiAction, matchDoiPath, rawRequestTarget, sameOriginPath } from '../doi/index.ts'
import type { Page } from '../page/define-page.ts'
import type { PageSettings } from '../page/page-settings.ts'
import { anybody, type Reader } from '../page/reader.ts'
import { isMarked, moderatorRole, type People, type SessionState } from '../people/index.ts'
import { createBriefCache, sendDocument } from './brief-cache.ts'
import type { Renderer } from './render.ts'

/** Handles an action on a paper; `rest` is the part of the path after the action (a report's hash, a citation format). */
export type DoiHandler = (c: HttpContext, doi: Doi, rest: string) => Response | Promise<Response>

type Method = 'GET' | 'POST' | 'DELETE'
export type DoiRoutes = Partial<Record<DoiAction, Partial<Record<Method, DoiHandler>>>>

/**
 * Routes everything below a DOI. A DOI may hold any character and any number of slashes, so the path is matched raw, as it
 * came over the wire (docs/decisions/12): reading an address that is not the canonical one answers 308, an action is done at once.
 */
export const doiRoutes =
  (routes: DoiRoutes): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const match = matchDoiPath(rawRequestTarget(c.req.url, c.env?.incoming?.url))
    if (match.kind === 'not-doi') return next()
    if (match.kind === 'pasted') return isReading(c.req.method) ? c.redirect(match.redirectTo, 302) : next()
    if (match.kind === 'refused') throw new HttpProblem(match.status, match.reason)

    const methods = routes[match.action]
    if (methods === undefined) return next()
    nameRoute(c, match.action === 'paper' ? '/:doi' : `/:doi/${match.action}`)
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const handler = methods[method as Method]
    if (handler === undefined) {
      const allowed = Object.keys(methods)
        .join(', ')
        .replace(/\bGET\b/, 'GET, HEAD')
      if (method === 'OPTIONS') return c.body(null, 204, { Allow: allowed })
      throw new HttpProblem(405, `Method not allowed. Allowed: ${allowed}.`, { headers: { Allow: allowed } })
    }
    if (method === 'GET' && match.redirectTo !== null) return c.redirect(match.redirectTo, 308)
    return handler(c, match.doi, match.rest)
  }

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** Maximum lifetime of an unpurged page in shared caches, in seconds. */
export const storedForSeconds = { paper: 600, other: 60 } as const

/** While a page is fetched anew, and while the site does not answer, readers may get the one from before, in seconds. */
const staleForSeconds = { refetching: 60, failing: 24 * 60 * 60 } as const

/** Headers of a shared document: caches between site and readers may store it. Browsers revalidate it every time. */
export const forAnybody = (seconds: number, keys: readonly string[]): Record<string, string> => ({
  Vary: 'Accept-Encoding',
  'Cache-Control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${staleForSeconds.refetching}, stale-if-error=${staleForSeconds.failing}`,
  ...(keys.length > 0 && { 'Surrogate-Key': keys.join(' '), 'Cache-Tag': keys.join(',') }),
})

/** True if a response may be cached for others. It must not set cookies. */
export const isForAnybody = (headers: Headers): boolean => headers.get('Cache-Control')?.startsWith('public') === true

export type Pages = {
  /** Answers with a page. */
  show: <Model>(c: HttpContext, page: Page<string, Model>, model: Model, status?: number) => Response
  /**
   * Responds with a shared page: rendered and compressed at most once a second, and cacheable by shared caches. `path` is its own, with the
   * query parameters it depends on; a page without any needs no query. `keys`: purge keys.
   */
  showToAll: <Model>(
    c: HttpContext,
    page: Page<string, Model>,
    read: () => Promise<Model>,
    options?: { path?: string; keys?: readonly string[] },
  ) => Promise<Response>
  /**
   * True if this request gets the shared document: it comes from an anonymous browser that has not interacted, or from one that fetches its
   * personal parts itself.
   */
  takesShared: (c: HttpContext) => boolean
  /** Returns the anonymous reader of a shared page's layout. */
  anybodyAt: (path: string) => Reader
  /** A page's document, and the headers that say the same as its head. */
  write: <Model>(
    page: Page<string, Model>,
    model: Model,
    options: { nonce: string | null; reader: Reader; isSomebodys?: boolean },
  ) => { html: string; headers: Record<string, string> }
  /** Shows a message above the page in this response. */
  tell: (c: HttpContext, sentence: string) => void
  /** Renders the personal parts of a page by placeholder. */
  renderYours: Renderer['renderYours']
  /** Returns the reader data of a request. */
  readerOf: (c: HttpContext) => Reader
}

type PagesOptions = {
  settings: Pick<Settings, 'site' | 'identity' | 'analyticsUrl'>
  people: Pick<People, 'session' | 'visitor' | 'isStranger'>
  renderer: Pick<Renderer, 'render' | 'renderYours'>
  now: () => number
}

const isImpersonated = (session: SessionState): boolean =>
  typeof session !== 'string' && session.impersonator !== undefined

/** Maximum age of a shared page in ms, and maximum number of such pages. */
const briefly = { lifetime: 1_000, most: 100 }

const unsureNotice =
  'The login service is not responding. You can read every page; account features will be back in a minute.'

/** Shows the pages of the site. */
export const createPages = ({ settings, people, renderer, now }: PagesOptions): Pages => {
  const { origin } = settings.site
  const clientSettings = JSON.stringify({
    origin,
    identity: settings.identity.origin,
    publicToken: settings.identity.publicToken,
    analytics: settings.analyticsUrl ?? null,
  } satisfies PageSettings)

  const write: Pages['write'] = (page, model, { nonce, reader, isSomebodys = false }) => {
    const head = page.head(model, origin)
    return {
      html: renderer.render(page, model, { nonce, head, clientSettings, reader, isSomebodys }),
      headers: head.linkHeader === undefined ? {} : { Link: head.linkHeader },
    }
  }

  const told = new WeakMap<HttpContext, string>()
  const tell: Pages['tell'] = (c, sentence) => void told.set(c, sentence)

  const readerOf: Pages['readerOf'] = c => {
    const session = people.session(c)
    return {
      // If the session cannot be verified now, the user may be signed in and can log out.
      signedIn: session !== 'nobody',
      account: typeof session === 'string' ? null : session.id,
      name: typeof session === 'string' ? null : session.name || session.email,
      impersonator: typeof session === 'string' ? null : (session.impersonator ?? null),
      moderates: typeof session !== 'string' && session.roles.includes(moderatorRole),
      path: pathOf(c),
      unconfirmed: typeof session !== 'string' && !session.proved && session.email !== null && !isImpersonated(session),
      notice: session === 'unsure' ? unsureNotice : (told.get(c) ?? null),
      contact: settings.site.contact,
    }
  }

  const isSomebodys = (c: HttpContext): boolean => people.visitor(c) !== null || people.session(c) !== 'nobody'

  const takesShared: Pages['takesShared'] = c =>
    !told.has(c) &&
    !isImpersonated(people.session(c)) &&
    !ownParams.some(name => c.req.query(name) !== undefined) &&
    (isMarked(c) || people.isStranger(c))

  const anybodyAt: Pages['anybodyAt'] = path => ({ ...anybody, path, contact: settings.site.contact })

  // A document contains its reader's nonce: private caches revalidate it, and shared ones don't store it. Error pages are not cached at
  // all.
  const show: Pages['show'] = (c, page, model, status = 200) => {
    const reader = readerOf(c)
    const { html, headers } = write(page, model, { nonce: nonceOf(c), reader, isSomebodys: isSomebodys(c) })
    const cacheControl = status < 400 ? keepingOf(reader) : 'no-store'
    if (page.holdsSecrets !== true) {
      letCompress(c, html)
      c.header('Vary', 'Accept-Encoding', { append: true })
    }
    return c.html(html, status as 200, { ...headers, 'Cache-Control': cacheControl })
  }

  const cache = createBriefCache({ ...briefly, now })

  const showToAll: Pages['showToAll'] = async (c, page, read, { path = c.req.path, keys = [] } = {}) => {
    if (!takesShared(c) || readerOf(c).path !== path) return show(c, page, await read())
    const document = await cache.read(`${page.name} ${path}`, async () => {
      const { html, headers } = write(page, await read(), { nonce: null, reader: anybodyAt(path) })
      return { html, headers: { ...headers, ...forAnybody(storedForSeconds.other, keys) }, keep: true }
    })
    return sendDocument(c, document)
  }

  return { show, showToAll, takesShared, anybodyAt, write, tell, readerOf, renderYours: renderer.renderYours }
}

/** Query parameters that request a personal page: always, and after a claim. */
const ownParams = ['yours', 'claim_submitted'] as const

/**
 * Returns the browser caching policy of a page: none if it shows an account, because Back would show it to the next user after a logout.
 */
export const keepingOf = ({ signedIn }: Pick<Reader, 'signedIn'>): string =>
  signedIn ? 'no-store' : 'private, no-cache'

/** Returns the page's return path, without query parameters that are secret or trigger an action. */
const pathOf = (c: HttpContext): string => {
  const url = new URL(c.req.url)
  for (const name of actingParams) url.searchParams.delete(name)
  return sameOriginPath(url.pathname + url.search, url.origin) ?? '/'
}
