import { createHash, timingSafeEqual } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, cookieNamed, type HttpContext, type HttpEnv, requestIdOf } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { z } from 'zod'
import { issueToken, lookAtToken, spend, spendOnce } from '../../accounts/one-time-tokens/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import { factsOf } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { arrivalOf } from './arrival.ts'
import { connect } from './clients/connect.ts'
import { finish, oauthPaths } from './finish.ts'
import { type Claims, type Connection, type ProviderClient, ProviderError } from './provider-client/index.ts'
import { providers } from './providers/index.ts'
import { requireRedirect } from './require-redirect.ts'

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    oauth_one_tap: true
    oauth_id_token: true
  }
}

/** Lifetime of a prompt, in ms. */
const promptLifetime = 5 * 60_000
/** Retention of used id_tokens, in ms. Longer than their maximum accepted age. */
const idTokenLifetime = 2 * 60 * 60_000

const csrfCookie = 'stytch_csrf_token'
/** The frame is in a page of another site. A browser keeps such a cookie over https, and for this machine. */
const csrfAttributes = `Max-Age=${promptLifetime / 1_000}; Path=/; SameSite=None; Secure; Partitioned`

const promptPayload = z.object({ csrfHash: z.string(), clientId: z.string(), nonce: z.string().nullable() })
const submitted = z.object({
  id_token: z.string().min(1).max(8_192),
  stytch_csrf_token: z.string().min(1).max(256),
  login_redirect_url: z.string().max(2_048).optional(),
  signup_redirect_url: z.string().max(2_048).optional(),
})

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * Google One Tap. Our frame in a page requests a prompt and later posts the id_token that Google gave the page. Two things tie the requests
 * together: a cookie that only the frame can read and echo, and a single-use ID.
 */
export const createOneTapPages = (core: Core, client: ProviderClient): Hono<HttpEnv> => {
  const { db, guard, now, projects } = core

  /** Our client at Google. @throws Refusal `oauth_config_not_found` */
  const requireGoogle = async (project: Project): Promise<Connection> =>
    (await connect(core, project.id, 'google')) ?? refuse('oauth_config_not_found')

  const start = async (c: HttpContext) => {
    await guard.address('oauthPerAddress', { address: addressOf(c) })
    c.header('Cache-Control', 'no-store')
    const project = await projects.byPublicToken(c.req.query('public_token') ?? '')
    if (project === null) refuse('public_token_not_found')
    requireRedirect(project, 'login', undefined)
    requireRedirect(project, 'signup', undefined)
    const { clientId, isSandbox, base } = await requireGoogle(project)
    const at = now()

    const csrf = readCsrf(c) ?? crypto.randomUUID()
    const nonce = c.req.query('nonce') === 'on' ? crypto.randomUUID() : null
    const payload: z.infer<typeof promptPayload> = { csrfHash: hashOf(csrf), clientId, nonce }
    const secret = { projectId: project.id, kind: 'oauth_one_tap', subject: 'google', userId: '', payload } as const
    const token = await runTransaction(db, tx => issueToken(tx, { ...secret, expiresAt: at + promptLifetime }, at))
    c.header('Set-Cookie', `${csrfCookie}=${csrf}; ${csrfAttributes}`)
    return c.json({
      request_id: `request-id-${project.environment}-${requestIdOf(c)}`,
      google_client_id: clientId,
      oauth_callback_id: `${project.id}.${token}`,
      ...(nonce !== null && { nonce }),
      ...(isSandbox && { script_url: `${base}/accounts.google.com/gsi/client` }),
    })
  }

  const submit = async (c: HttpContext) => {
    await guard.address('oauthPerAddress', { address: addressOf(c) })
    c.header('Cache-Control', 'no-store')
    // A form or a simple request of another page cannot have this header.
    const isOneTap = c.req.header('X-Stytch-OAuth-Type') === 'google-one-tap'
    const body = submitted.safeParse(await readText(c))
    if (!isOneTap || !body.success) refuse('bad_request', { message: 'The body is not what One Tap posts.' })
    const { id_token: idToken, stytch_csrf_token: csrf, ...linkOptions } = body.data
    const [projectId = '', token = ''] = (c.req.param('callback_id') ?? '').split('.', 2)
    const project = await projects.byId(projectId)
    if (project === null) refuse('oauth_state_mismatch')
    const loginUrl = requireRedirect(project, 'login', linkOptions.login_redirect_url)
    const signupUrl = requireRedirect(project, 'signup', linkOptions.signup_redirect_url)
    const at = now()

    const secret = await lookAtToken(db, project.id, ['oauth_one_tap'], token, at)
    if (secret === null) refuse('oauth_state_mismatch')
    const prompt = promptPayload.parse(secret.payload)
    const held = readCsrf(c)
    const isOfFrame = held !== null && isSame(held, csrf) && isSame(hashOf(csrf), prompt.csrfHash)
    if (!isOfFrame) refuse('oauth_state_mismatch')
    const connection = await requireGoogle(project)
    if (connection.clientId !== prompt.clientId) refuse('invalid_client')

    const { nonce } = prompt
    const claims = await client
      .checkIdToken({ provider: providers.google, connection, idToken, nonce, now: at })
      .catch(asRefusal)
    await runTransaction(db, async tx => {
      if (!(await spend(tx, project.id, secret.hash, at))) refuse('oauth_state_used')
      const seen = {
        projectId: project.id,
        kind: 'oauth_id_token',
        secret: idToken,
        expiresAt: at + idTokenLifetime,
      } as const
      if (!(await spendOnce(tx, seen, at))) refuse('id_token_invalid')
    })
    const arrived = { profile: profileOf(claims), values: { ...noTokens, id_token: idToken } }
    const arrival = arrivalOf(providers.google, connection, arrived, null)
    const pages = { loginUrl, signupUrl, codeChallenge: null }
    const url = await finish(core, { project, request: factsOf(c, at) }, pages, arrival).catch(asRefusal)
    return c.json({ redirect_url: url })
  }

  return new Hono<HttpEnv>().get(oauthPaths.oneTapStart, start).post(oauthPaths.oneTapSubmit, submit)
}

/** One Tap gives an id_token and no other tokens. */
const noTokens = { access_token: '', refresh_token: '', scopes: ['openid', 'profile', 'email'], expires_at: '' }

const profileOf = (claims: Claims) =>
  providers.google.toProfile({ claims, answers: [], posted: null, trustsEmails: false })

const readCsrf = (c: HttpContext): string | null => {
  const value = cookieNamed(c.req.header('Cookie'), csrfCookie)
  return value !== undefined && /^[\w-]{36}$/.test(value) ? value : null
}

/** JSON that is sent as text, so that browsers send no preflight request. */
const readText = async (c: HttpContext): Promise<unknown> => {
  try {
    return JSON.parse(await c.req.text())
  } catch {
    return undefined
  }
}

const asRefusal = (error: unknown): never => {
  if (error instanceof ProviderError) refuse(error.type)
  throw error
}
