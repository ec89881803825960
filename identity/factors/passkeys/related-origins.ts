import type { HttpEnv } from '@corroborate/server-kit/http'
import { addressOf } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'

/** Path for the related origins of a domain's passkeys (WebAuthn §5.11.1). */
const wellKnown = '/.well-known/webauthn'

/**
 * Related origins of a project's passkeys. Browsers fetch them from the passkeys' domain: either the project's host name at this provider,
 * or a server of the project that forwards our response.
 */
export const createRelatedOriginsPages = ({ projects, guard }: Core): Hono<HttpEnv> =>
  new Hono<HttpEnv>()
    .get(wellKnown, async c => {
      await guard.address('callPerAddress', { address: addressOf(c) })
      const { host, hostname } = new URL(c.req.url)
      const project = (await projects.byHost(host)) ?? (await projects.byHost(hostname))
      return project === null ? c.notFound() : c.json(originsOf(project), 200, cached)
    })
    .get(`/v1/public/webauthn/:public_token${wellKnown}`, async c => {
      await guard.address('callPerAddress', { address: addressOf(c) })
      const project = await projects.byPublicToken(c.req.param('public_token'))
      return project === null ? c.notFound() : c.json(originsOf(project), 200, cached)
    })

const cached = { 'Cache-Control': 'public, max-age=300' }

const originsOf = ({ allowedOrigins }: Project) => ({ origins: allowedOrigins })
