import { join } from 'node:path'
import { buildIfChanged, inOwnProcess } from '@corroborate/server-kit/build'
import type { HealthCheck } from '@corroborate/server-kit/health'
import { type HttpContext, type HttpEnv, HttpProblem, staticFiles } from '@corroborate/server-kit/http'
import { documentStart, htmlText } from '@corroborate/server-kit/page'
import { type Handler, Hono } from 'hono'
import { consoleSessionMinutes } from '../../administrators/console-project.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { actRoutes, logAndLimitRoutes } from './act-routes.ts'
import { type Bundle, consoleDist, readBundle } from './bundle.ts'
import type { Page } from './page.ts'
import { setToken } from './reader.ts'
import { administratorOf, pageRoutes, type ShowPage, SignInFirst, say, takeFlashMessage } from './said.ts'
import { enrolBlocks, secondFactorRoutes } from './second-factor.ts'
import { createSdkClient, formValues, passkeyOptions, type SdkAnswer, type SdkClient, signInRoutes } from './sign-in.ts'
import { readerOf } from './views/index.ts'

const here = import.meta.dirname
const root = join(here, '../../..')

/** Builds the console's pages unless those built last came from the same sources. Returns whether it had to. */
export const buildConsoleIfChanged = (): Promise<boolean> =>
  buildIfChanged({
    folders: [here, join(root, 'server-kit/page')],
    lockfile: join(root, 'package-lock.json'),
    dist: consoleDist,
    builders: ['vite'],
    build: () => inOwnProcess(join(here, 'run-build.ts')),
  })

type Parts = { core: Core; sdk: SdkClient; show: ShowPage }

const meRoutesHere = '/console/me'

/** Routes for administrators' own accounts, through the regular user endpoints and rules. */
const meRoutes = ({ core, sdk, show }: Parts): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  const domain = new URL(core.origin).hostname

  const came = (c: HttpContext, answer: SdkAnswer, words: string): Response => {
    if (answer.kind === 'refused') throw new HttpProblem(422, answer.sentence)
    const { session_token: token } = answer.data
    if (typeof token === 'string' && token !== '') setToken(c, core, token)
    say(c, core, words)
    return c.redirect(meRoutesHere, 303)
  }

  app.post('/me/password', async c => {
    const { token } = await administratorOf(core, c)
    const body = { password: (await formValues(c))('password'), session_duration_minutes: consoleSessionMinutes.idle }
    return came(c, await sdk(c, 'POST', '/passwords/session/reset', { body, session: token }), 'The password was set.')
  })

  app.post('/me/passkeys/options', async c => {
    const { token } = await administratorOf(core, c)
    const body = { domain, return_passkey_credential_options: true }
    const started = await sdk(c, 'POST', '/webauthn/register/start', { body, session: token })
    if (started.kind === 'refused') return c.json({ error: started.sentence }, 400)
    return c.json(passkeyOptions(started.data.public_key_credential_creation_options))
  })
  app.post('/me/passkeys', async c => {
    const { token } = await administratorOf(core, c)
    const body = { public_key_credential: (await formValues(c))('credential') }
    return came(c, await sdk(c, 'POST', '/webauthn/register', { body, session: token }), 'The passkey was added.')
  })
  app.post('/me/passkeys/:id/remove', async c => {
    const { token } = await administratorOf(core, c)
    const path = `/users/webauthn_registrations/${c.req.param('id')}`
    return came(c, await sdk(c, 'DELETE', path, { session: token }), 'The passkey was removed.')
  })

  app.post('/me/apps', async c => {
    const administrator = await administratorOf(core, c)
    const made = await sdk(c, 'POST', '/totps', { body: { expiration_minutes: 30 }, session: administrator.token })
    if (made.kind === 'refused') throw new HttpProblem(422, made.sentence)
    return show(c, {
      title: 'Set up an authenticator app',
      reader: readerOf(administrator, meRoutesHere),
      blocks: enrolBlocks(made.data, '/console/me/apps/confirm'),
    })
  })
  app.post('/me/apps/confirm', async c => {
    const { token } = await administratorOf(core, c)
    const code = (await formValues(c))('code').replace(/\s/g, '')
    const body = { totp_code: code, session_duration_minutes: consoleSessionMinutes.idle }
    return came(c, await sdk(c, 'POST', '/totps/authenticate', { body, session: token }), 'The app was set up.')
  })
  app.post('/me/apps/:id/remove', async c => {
    const { token } = await administratorOf(core, c)
    const path = `/users/totps/${c.req.param('id')}`
    return came(c, await sdk(c, 'DELETE', path, { session: token }), 'The app was removed.')
  })

  app.post('/me/sessions/:id/end', async c => {
    const { token } = await administratorOf(core, c)
    const path = `/account/sessions/${c.req.param('id')}`
    return came(c, await sdk(c, 'DELETE', path, { session: token }), 'The session was ended.')
  })

  return app
}

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
      throw new HttpProblem(503, 'The console has not been built. Run "npm run build" and reload.', { cause: error })
    })
    const said = page.said ?? takeFlashMessage(c, core)
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
  if (asked.host !== own.host && !isHere) throw new HttpProblem(404, 'Page not found.')
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
