import { join } from 'node:path'
import type { HealthCheck } from '@corroborate/server-kit/health'
import { type HttpContext, type HttpEnv, HttpProblem, staticFiles } from '@corroborate/server-kit/http'
import { documentStart, htmlText } from '@corroborate/server-kit/page'
import { type Handler, Hono } from 'hono'
import type { Core } from '../../sdk/core/index.ts'
import { actRoutes } from './act-routes.ts'
import { SignInFirst } from './administrator-of.ts'
import { type Bundle, consoleDist, readBundle } from './bundle.ts'
import { logAndLimitRoutes } from './log-and-limit-routes.ts'
import { meRoutes } from './me-routes.ts'
import type { Page } from './page.ts'
import { pageRoutes } from './page-routes.ts'
import { readSaid } from './said.ts'
import { createSdkClient } from './sdk-client.ts'
import { secondFactorRoutes } from './second-factor.ts'
import type { ShowPage } from './show-page.ts'
import { signInRoutes } from './sign-in.ts'

/** Nothing of others, nothing inline: the pages load their own style sheet, fonts and one script. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/**
 * Administration console below `/console`, on the provider's own origin only. Administrators sign in through the provider itself with a
 * second factor.
 * @param app the provider's full application, whose API the console uses to sign in
 */
export const createConsole = (
  core: Core,
  app: Hono<HttpEnv>,
  checks: Readonly<Record<string, HealthCheck>>,
): Hono<HttpEnv> => {
  let bundle: Promise<Bundle> | undefined
  const show: ShowPage = async (c, page, status = 200) => {
    bundle ??= readBundle()
    const { render, style, script } = await bundle.catch(error => {
      bundle = undefined
      throw new HttpProblem(503, 'The console is not built here: run "npm run build", and ask again.', { cause: error })
    })
    const said = page.said ?? readSaid(c, core)
    const needsScript = page.blocks.some(({ kind }) => kind === 'passkey')
    return c.html(
      `${documentStart}<title>${htmlText(page.title)} · Identity console</title><link rel="icon" href="data:,">` +
        `<link rel="stylesheet" href="${style}">` +
        `${needsScript ? `<script type="module" src="${script}"></script>` : ''}</head>` +
        `<body data-page="console">${render({ ...page, said })}</body></html>`,
      status,
    )
  }
  const showToStrangers = (c: HttpContext, page: Omit<Page, 'reader'>, status?: 200 | 400) =>
    show(c, { ...page, reader: null }, status)

  const sdk = createSdkClient(app, core.origin)
  const parts = { core, sdk, show: showToStrangers }
  const pages = new Hono<HttpEnv>()

  pages.use('*', async (c, next) => {
    requireOwnHost(c, core)
    await next()
    const isFile = c.req.path.startsWith('/console/assets/')
    if (!isFile) c.res.headers.set('Cache-Control', 'no-store')
    if (!c.res.headers.has('Content-Security-Policy')) c.res.headers.set('Content-Security-Policy', policy)
    c.res.headers.set('X-Robots-Tag', 'noindex, nofollow')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
    c.res.headers.set('X-Frame-Options', c.req.path.endsWith('/preview') ? 'SAMEORIGIN' : 'DENY')
  })
  pages.onError((error, c) => {
    if (error instanceof SignInFirst) return c.redirect(error.to, 303)
    throw error
  })
  pages.get('/assets/*', builtFiles())
  pages.route('/', signInRoutes(parts))
  pages.route('/', secondFactorRoutes(parts))
  pages.route('/', meRoutes({ core, sdk, show }))
  pages.route('/', actRoutes({ core, show }))
  pages.route('/', logAndLimitRoutes({ core }))
  pages.route('/', pageRoutes({ core, checks, show }))
  return new Hono<HttpEnv>().route('/console', pages)
}

/** Projects may reach us by names of their own: the console answers under ours only, where its cookie is. */
const requireOwnHost = (c: HttpContext, { origin }: Core): void => {
  const asked = new URL(c.req.url)
  const own = new URL(origin)
  const isHere = isLoopback(asked.hostname) && isLoopback(own.hostname)
  if (asked.host !== own.host && !isHere) throw new HttpProblem(404, 'There is no such page.')
}

const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** The style sheet, fonts and script, read at the first request. */
const builtFiles = (): Handler<HttpEnv> => {
  let handler: Handler<HttpEnv> | undefined
  return (c, next) => {
    try {
      handler ??= staticFiles({ folder: join(consoleDist, 'client'), prefix: '/console/' })
    } catch {
      return next()
    }
    return handler(c, next)
  }
}
