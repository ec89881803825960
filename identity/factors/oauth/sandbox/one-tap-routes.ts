import { type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import type { Core } from '../../../sdk/core/index.ts'
import type { Upstream } from '../upstream/index.ts'
import { sandboxClient } from './credentials.ts'
import { googleScript, isMode } from './google-script.ts'
import { mistakesOf } from './mistakes-of.ts'
import { personOf, usualPerson } from './people.ts'

/**
 * Google One Tap:
 * - `GET /accounts.google.com/gsi/client?mode=MODE`: its script; the mode selects its behavior
 * - `GET /accounts.google.com/gsi/credential`: the credential that the script gives the page, for origins of projects
 */
export const createOneTapRoutes = (
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
        throw new HttpProblem(400, mistakes.account ?? 'There is no such client.')
      }
      return c.json({ credential: await upstream.credential(client_id, personOf('google', typed), nonce) })
    })
