import { type HttpContext, letCompress, nonceOf } from '@corroborate/server-kit/http'
import type { Settings } from '@corroborate/server-kit/settings'
import { actingParams, sameOriginPath } from '../doi/index.ts'
import { anybody, type Page, type PageSettings, type Reader } from '../page/index.ts'
import { isMarked, moderatorRole, type People, type SessionState } from '../people/index.ts'
import { createBriefCache } from './brief-cache.ts'
import { forAnybody, keptForSeconds } from './for-anybody.ts'
import type { Renderer } from './render.ts'
import { sendDocument } from './send-document.ts'

export type Pages = {
  /** Answers with a page. */
  show: <Model>(c: HttpContext, page: Page<string, Model>, model: Model, status?: number) => Response
  /**
   * Answers with a page that says the same to everybody: it is read, made and compressed once a second at most, and shared caches may keep
   * it. `path` is its own one, with what of the query it depends on; a page without needs no query. `keys`: what purges it.
   */
  showToAll: <Model>(
    c: HttpContext,
    page: Page<string, Model>,
    read: () => Promise<Model>,
    options?: { path?: string; keys?: readonly string[] },
  ) => Promise<Response>
  /**
   * Whether this request gets the document that everybody gets: it comes from a browser that we have not seen act, or from a browser that fetches
   * what is its reader's by itself.
   */
  takesShared: (c: HttpContext) => boolean
  /** The frame of what everybody gets: nobody's. */
  anybodyAt: (path: string) => Reader
  /** A page's document, and the headers that say the same as its head. */
  write: <Model>(
    page: Page<string, Model>,
    model: Model,
    options: { nonce: string | null; reader: Reader; isSomebodys?: boolean },
  ) => { html: string; headers: Record<string, string> }
  /** Says a sentence above the page that this request is answered with. */
  tell: (c: HttpContext, sentence: string) => void
  /** What is the reader's own of a page, as markup by the place that it goes to. */
  renderYours: Renderer['renderYours']
  /** What a page shows of the person who sends a request. */
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

/** How long a page that says the same to everybody is kept, in ms, and how many such pages there may be. */
const briefly = { lifetime: 1_000, most: 100 }

const unsureNotice =
  'We cannot check right now whether you are logged in: the service that knows does not answer. You can read everything; what needs your account works again in a minute.'

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
      // A person whose session cannot be checked right now may be signed in, and can log out.
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

  // A document holds its reader's nonce: a cache that keeps it asks before showing it again, and nobody shows it to another. What went
  // wrong is not kept at all.
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
      return { html, headers: { ...headers, ...forAnybody(keptForSeconds.other, keys) }, keep: true }
    })
    return sendDocument(c, document)
  }

  return { show, showToAll, takesShared, anybodyAt, write, tell, readerOf, renderYours: renderer.renderYours }
}

/** Names in a query that ask for a page that is made for its reader: always, and for what they have just done. */
const ownParams = ['yours', 'claim_submitted'] as const

/** How a browser may keep a page: not at all where it shows an account, since after a log-out Back would show it to the next person. */
export const keepingOf = ({ signedIn }: Pick<Reader, 'signedIn'>): string =>
  signedIn ? 'no-store' : 'private, no-cache'

/** The path of a page, to come back to, without what its query has to hide, or does on arrival. */
const pathOf = (c: HttpContext): string => {
  const url = new URL(c.req.url)
  for (const name of actingParams) url.searchParams.delete(name)
  return sameOriginPath(url.pathname + url.search, url.origin) ?? '/'
}
