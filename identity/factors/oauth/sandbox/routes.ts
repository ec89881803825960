import { type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { isReadHere } from '@corroborate/server-kit/this-machine'
import { Hono } from 'hono'
import type { Core } from '../../../sdk/core/index.ts'
import { createUpstream } from '../upstream/index.ts'
import { createAuthorizeRoutes } from './authorize-routes.ts'
import { sandboxBase, sandboxClient, sandboxPath } from './credentials.ts'
import { createSandboxMemory } from './memory.ts'
import { createOneTapRoutes } from './one-tap-routes.ts'

/**
 * Fakes of all social providers for projects without credentials: authorize pages, One Tap, and the endpoints of `createUpstream`. Mount it
 * only where `isSandboxOpen`.
 */
export const createSandboxRoutes = (core: Core): Hono<HttpEnv> => {
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
