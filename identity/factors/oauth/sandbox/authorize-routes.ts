import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { cookieNamed, type HttpContext, type HttpEnv, nonceOf, readBody } from '@corroborate/server-kit/http'
import type { Settings } from '@corroborate/server-kit/settings'
import { parseEmail } from '@corroborate/wire/email'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { Hono } from 'hono'
import { z } from 'zod'
import { type Asked, type Callback, type Client, type Row, rows, type Upstream } from '../upstream/index.ts'
import { authorizePage, brokenRequestPage, formPostPage } from './pages.ts'
import { personOf, type Typed, usualPerson } from './people.ts'

/**
 * True if providers without credentials are played by the sandbox. Anyone who controls the response of "Google" can sign in as anyone, so
 * it is never open in production, and only for a local provider: one whose origin is not https. Pure.
 */
export const isSandboxOpen = ({ production, identity }: Pick<Settings, 'production' | 'identity'>): boolean =>
  !production && identity.origin.startsWith('http://')

/** The path below which the sandbox answers. */
export const sandboxPath = '/sandbox/oauth'

/** The base URL of the sandbox: `https://HOST/path` of a provider is played at `${base}/HOST/path`. */
export const sandboxBase = (origin: string): string => `${origin}${sandboxPath}`

/** The credentials of a client at a provider. Apple gives a key instead of a secret. */
export type SandboxCredentials =
  | { clientId: string; clientSecret: string }
  | { clientId: string; teamId: string; keyId: string; privateKey: string }

const secret = 'not-a-secret-of-the-sandbox'
const teamId = 'SANDBOX001'
const keyId = 'SANDBOXKEY'

let applePair: { publicKey: KeyObject; privateKey: string } | null = null
/** Apple's key. It is derived from the same text as the secrets, so that every node has the same one. It protects nothing. */
const apple = () => {
  if (applePair !== null) return applePair
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(createHash('sha256').update(secret).digest())
  const [point, d] = [curve.getPublicKey(), curve.getPrivateKey().toString('base64url')]
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' })
  applePair = {
    publicKey: createPublicKey(key),
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  return applePair
}

/** The credentials of our client at the sandbox. */
export const sandboxCredentials = (provider: OAuthProvider): SandboxCredentials =>
  provider === 'apple'
    ? { clientId: 'sandbox-apple', teamId, keyId, privateKey: apple().privateKey }
    : { clientId: `sandbox-${provider}`, clientSecret: secret }

/** The same client, as it is registered at the sandbox. */
export const sandboxClient = (provider: OAuthProvider, origin: string): Client => ({
  clientId: `sandbox-${provider}`,
  secret: provider === 'apple' ? { teamId, keyId, publicKey: apple().publicKey } : secret,
  isRedirectUri: uri => uri.startsWith(`${origin}/v1/oauth/callback/`),
})

/** Validation errors by field. */
type Mistakes = { name?: string; account?: string }

/** Validates what was typed at a fake provider. Empty if valid. Pure. */
export const mistakesOf = ({ name, account }: Typed, tells: Row['tells']): Mistakes => ({
  ...(name.trim() === '' && { name: 'Type a name.' }),
  ...(tells === 'nothing' && account.trim() === '' && { account: 'Type a user name.' }),
  ...(tells !== 'nothing' && parseEmail(account.trim()).kind !== 'email' && { account: 'Type an e-mail address.' }),
})

/**
 * Sets the CSP of a sandbox page and returns the nonce for its style and script. `form-action` is unrestricted, because browsers check
 * every redirect to the client and on to any project's page.
 */
const setPagePolicy = (c: HttpContext): string => {
  const nonce = nonceOf(c)
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; form-action http: https:; base-uri 'none'; frame-ancestors 'none'`,
  )
  return nonce
}

/** Cookie that remembers the browser's last identity. */
const personCookie = 'sandbox_person'

const kept = z.object({ name: z.string(), account: z.string(), isVerified: z.boolean() })

/** Encodes the input as the cookie's value. Pure. */
export const encodePerson = (typed: Typed): string => Buffer.from(JSON.stringify(typed)).toString('base64url')

/**
 * Decodes the browser's last identity, or the default one if the cookie is missing or invalid. At a provider without email addresses, the
 * part before the @ is the username. Pure.
 */
export const rememberedPerson = (cookie: string | undefined, tells: Row['tells']): Typed => {
  const last = decodePerson(cookie)
  return tells === 'nothing' ? { ...last, account: last.account.replace(/@.*/, '') } : last
}

const decodePerson = (value = ''): Typed => {
  try {
    return kept.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
  } catch {
    return usualPerson
  }
}

type Answer = Response | Promise<Response>

const form = z.object({
  decision: z.enum(['allow', 'refuse']).default('allow'),
  name: z.string().max(254).default(''),
  account: z.string().max(254).default(''),
  verified: z.literal('yes').optional(),
})

/** Authorize pages of all fake providers, where testers enter an identity and approve or deny. They work without JavaScript. */
export const createAuthorizeRoutes = (upstream: Upstream): Hono<HttpEnv> => {
  const app = new Hono<HttpEnv>()
  for (const provider of oauthProviders) {
    const { authorize, tells } = rows[provider]
    app.get(`/${authorize}`, c => {
      const request = readRequest(c, upstream, provider)
      if ('answer' in request) return request.answer
      const cookie = cookieNamed(c.req.header('Cookie'), personCookie)
      return show(c, provider, request.asked, rememberedPerson(cookie, tells))
    })
    app.post(`/${authorize}`, async c => {
      const { decision, name, account, verified } = await readBody(c, form)
      const request = readRequest(c, upstream, provider)
      if ('answer' in request) return request.answer
      if (decision === 'refuse') return sendBack(c, provider, upstream.cancel(provider, request.asked))
      const typed = { name, account, isVerified: verified === 'yes' }
      const mistakes = mistakesOf(typed, tells)
      if (Object.keys(mistakes).length > 0) return show(c, provider, request.asked, typed, mistakes)
      remember(c, typed)
      return sendBack(c, provider, upstream.allow(provider, request.asked, personOf(provider, typed)))
    })
  }
  return app
}

/** The request as the provider reads it, or the answer to one that is wrong. */
const readRequest = (
  c: HttpContext,
  upstream: Upstream,
  provider: OAuthProvider,
): { asked: Asked } | { answer: Answer } => {
  const reading = upstream.read(provider, new URL(c.req.url).searchParams)
  switch (reading.kind) {
    case 'asked':
      return reading
    case 'refused': {
      const { asked, error, reason } = reading
      return { answer: sendBack(c, provider, upstream.refuse(provider, asked, error, reason)) }
    }
    case 'unknown':
      return { answer: c.html(brokenRequestPage(rows[provider].title, setPagePolicy(c), reading.reason), 400) }
  }
}

const show = (c: HttpContext, provider: OAuthProvider, { scopes }: Asked, typed: Typed, wrong: Mistakes = {}) => {
  const { title, tells } = rows[provider]
  const nonce = setPagePolicy(c)
  const status = Object.keys(wrong).length === 0 ? 200 : 400
  return c.html(authorizePage({ provider: title, nonce, scopes, typed, tells, wrong }), status)
}

/** Sends the browser back to the client, by a redirect or by a form that is posted. */
const sendBack = (c: HttpContext, provider: OAuthProvider, callback: Callback): Answer => {
  if (callback.responseMode === 'form_post') {
    return c.html(formPostPage(rows[provider].title, setPagePolicy(c), callback))
  }
  const url = new URL(callback.redirectUri)
  for (const [name, value] of callback.params) url.searchParams.set(name, value)
  return c.redirect(url.href, 303)
}

const remember = (c: HttpContext, typed: Typed): void =>
  c.header(
    'Set-Cookie',
    `${personCookie}=${encodePerson(typed)}; Path=${sandboxPath}; Max-Age=31536000; HttpOnly; SameSite=Lax`,
  )
