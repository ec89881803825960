import { addressOf, type HttpContext, type HttpEnv, readBody, requestIdOf } from '@corroborate/server-kit/http'
import { parseAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { authorizeFormPath } from '@corroborate/wire/idp'
import { authorizeParams } from '@corroborate/wire/idp.schema'
import { Hono } from 'hono'
import { z } from 'zod'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { requireOwnSession, tokenOf } from '../../sdk/http/index.ts'
import type { Providers } from '../provider/index.ts'
import { readRequest } from './request.ts'
import { personOf, submitAuthorization } from './submit.ts'

const answerForm = z.object({
  ...authorizeParams,
  scope: z.string().max(2_048).optional(),
  consent_granted: z.enum(['true', 'false']),
  /** The header of a call as a field: a form has no headers of its own (WIRE.md §9). */
  __Authorization: z.string().max(2_048),
})

/**
 * Form post of the user's decision from the consent page, which has another origin. The browser follows the response. `__Authorization`
 * identifies the user; a form from a third-party page has none and fails the origin check.
 */
export const authorizeForm = (core: Core, providers: Providers): Hono<HttpEnv> =>
  new Hono<HttpEnv>().post(sdkPrefix + authorizeFormPath, async c => {
    const address = addressOf(c)
    await core.guard.address('callPerAddress', { address })
    const { __Authorization, consent_granted, ...asked } = await readBody(c, answerForm)
    const credentials = parseAuthorization(__Authorization)
    if (credentials === null) refuse('invalid_authorization_header')
    const project = await core.projects.byPublicToken(credentials.publicToken)
    if (project === null) refuse('public_token_not_found')
    const origin = c.req.header('Origin') ?? ''
    if (!project.allowedOrigins.includes(origin) && origin !== core.origin) refuse('bad_domain_for_stytch_sdk')

    const now = core.now()
    const token = tokenOf(project, {
      inHeader: credentials.sessionToken,
      cookies: c.req.header('Cookie'),
      url: c.req.url,
    })
    const session = token === null ? null : await core.sessions.find(project, token, now)
    const request = {
      id: `request-id-${project.environment}-${requestIdOf(c)}`,
      now,
      address,
      userAgent: (c.req.header('User-Agent') ?? '').slice(0, 255),
      origin,
    }
    await requireOwnSession(core, { project, session, request, endpoint: endpoints.idp.authorizeSubmit })
    const person = await personOf(core, project, session, now)
    const url = await submitAuthorization(core, providers, {
      project,
      person,
      request,
      asked: readRequest(asked),
      consentGranted: consent_granted === 'true',
    })
    return leadTo(c, url)
  })

/** Redirects without caching or a referrer, because the URL contains a code. */
const leadTo = (c: HttpContext, url: string): Response => {
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
  c.header('Location', url)
  return c.body(null, 303)
}
