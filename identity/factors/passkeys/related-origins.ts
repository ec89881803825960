import type { HttpEnv } from '@corroborate/server-kit/http'
import { addressOf } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'

/** Where browsers look for the other pages that may use passkeys of this domain (WebAuthn §5.11.1). */
const wellKnown = '/.well-known/webauthn'

/**
 * The pages of a project that may use one another's passkeys. A browser asks the domain that the passkeys are bound to: either
 * that is the name under which the project reaches us, or its own server hands on what we say of the project.
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
