import { type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { isReadHere } from '@corroborate/server-kit/this-machine'
import { Hono } from 'hono'
import type { Core } from '../../../sdk/core/create-core.ts'
import type { Feature } from '../../../sdk/feature/feature.ts'
import { createUpstream, type Upstream } from '../upstream/index.ts'
import {
  createAuthorizeRoutes,
  isSandboxOpen,
  mistakesOf,
  sandboxBase,
  sandboxClient,
  sandboxPath,
} from './authorize-routes.ts'
import { googleScript, isMode } from './google-script.ts'
import { createSandboxMemory, sandboxMigrations, sandboxSealed, sweepSandbox } from './memory.ts'
import { personOf, usualPerson } from './people.ts'

export { isSandboxOpen, type SandboxCredentials, sandboxBase, sandboxCredentials } from './authorize-routes.ts'

/**
 * Google One Tap:
 * - `GET /accounts.google.com/gsi/client?mode=MODE`: its script; the mode selects its behavior
 * - `GET /accounts.google.com/gsi/credential`: the credential that the script gives the page, for origins of projects
 */
const createOneTapRoutes = (
  { origin, projects }: Pick<Core, 'origin' | 'projects'>,
  upstream: Pick<Upstream, 'credential'>,
): Hono<HttpEnv> =>
  new Hono<HttpEnv>()
    .get('/accounts.google.com/gsi/client', c => {
      const mode = c.req.query('mode') ?? 'fedcm'
      if (!isMode(mode)) return c.notFound()
      c.header('Cross-Origin-Resource-Policy', 'cross-origin')
      return c.body(googleScript(mode), 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
    })
    .get('/accounts.google.com/gsi/credential', async c => {
      const from = c.req.header('Origin')
      if (from === undefined || !(await projects.someAllows(from))) {
        throw new HttpProblem(403, 'Only pages of a project get a credential.')
      }
      c.header('Access-Control-Allow-Origin', from)
      c.header('Vary', 'Origin')
      const { client_id = '', nonce = null, account = '', name = '' } = c.req.query()
      const typed = { name: name || usualPerson.name, account, isVerified: true }
      const mistakes = mistakesOf(typed, 'verified')
      if (client_id !== sandboxClient('google', origin).clientId || Object.keys(mistakes).length > 0) {
        throw new HttpProblem(400, mistakes.account ?? 'Client not found.')
      }
      return c.json({ credential: await upstream.credential(client_id, personOf('google', typed), nonce) })
    })

/**
 * Fakes of all social providers for projects without credentials: authorize pages, One Tap, and the endpoints of `createUpstream`. Mount it
 * only where `isSandboxOpen`.
 */
const createSandboxRoutes = (core: Core): Hono<HttpEnv> => {
  const { origin, now } = core
  const upstream = createUpstream({
    base: sandboxBase(origin),
    clientOf: provider => sandboxClient(provider, origin),
    now,
    memory: createSandboxMemory(core),
  })
  const app = new Hono<HttpEnv>()
  app.use(`${sandboxPath}/*`, async (c, next) => {
    if (!isReadHere(c)) throw new HttpProblem(403, 'The sandbox works on this machine only. Open it there.')
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('Referrer-Policy', 'no-referrer')
  })
  for (const routes of [createAuthorizeRoutes(upstream), createOneTapRoutes(core, upstream), upstream.app]) {
    app.route(sandboxPath, routes)
  }
  return app
}

/** The social providers, played on this machine. */
export const sandboxProviders: Feature = {
  name: 'sandbox providers',
  migrations: sandboxMigrations,
  sealed: sandboxSealed,
  sweep: sweepSandbox,
  open: core => ({ pages: isSandboxOpen(core.settings) ? createSandboxRoutes(core) : null }),
}
