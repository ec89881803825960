import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import type { OAuthProvider } from '@corroborate/wire/providers'
import { z } from 'zod'
import { issueToken, lookAtToken, spend, wasSpent } from '../../accounts/one-time-tokens/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import { attaching } from './arrival.ts'
import { pages } from './land.ts'

/** Maximum duration of a sign-in, in ms. */
const flowLifetime = 10 * 60_000

/**
 * The origin at which people of a project reach this provider: the project's own host name if the request came to it, or else
 * ours. Operators set both. The Host header only chooses one of the two.
 */
export const homeOf = (origin: string, { cnameDomain }: Pick<Project, 'cnameDomain'>, requestUrl: string): string => {
  const { host, hostname } = new URL(requestUrl)
  return cnameDomain === host || cnameDomain === hostname ? `https://${cnameDomain}` : origin
}

/** The name of the cookie. Over https, other hosts of our domain cannot set a cookie with this prefix. */
const nameOf = (home: string): string => (home.startsWith('https:') ? '__Host-oauth_browser' : 'oauth_browser')

/** A browser that begins sign-ins. A cookie that scripts cannot read identifies it, the same one for all its tabs. */
type Browser = { secret: string; hash: string }

const browserWith = (secret: string): Browser => ({
  secret,
  hash: createHash('sha256').update(secret).digest('base64url'),
})

/** Returns the request's browser, or null if it has not started a sign-in here. */
export const browserOf = (c: HttpContext, home: string): Browser | null => {
  const secret = cookieNamed(c.req.header('Cookie'), nameOf(home))
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? browserWith(secret) : null
}

/** The browser of a request that begins a sign-in. Its cookie lasts as long as its newest sign-in. */
export const beginIn = (c: HttpContext, home: string): Browser => {
  const browser = browserOf(c, home) ?? browserWith(randomBytes(32).toString('base64url'))
  const secure = home.startsWith('https:') ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${flowLifetime / 1_000}; HttpOnly; SameSite=Lax${secure}`
  c.header('Set-Cookie', `${nameOf(home)}=${browser.secret}; ${attributes}`, { append: true })
  return browser
}

export const isBrowser = (browser: Browser | null, hash: string): boolean => {
  const [given, wanted] = [Buffer.from(browser?.hash ?? ''), Buffer.from(hash)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/**
 * Derives the nonce and the code verifier of a sign-in from the browser's secret and the state. Neither is stored, and an observer of the
 * state at the provider cannot compute them. Pure.
 */
export const madeFor = ({ secret }: Browser, state: string): { nonce: string; codeVerifier: string } => {
  const derive = (purpose: string) => createHmac('sha256', secret).update(`${purpose} ${state}`).digest('base64url')
  return { nonce: derive('nonce'), codeVerifier: derive('verifier') }
}

/** RFC 7636 §4.2, S256. */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url')

declare module '../../platform/names/index.ts' {
  interface SecretKinds {
    oauth_state: true
  }
}

const flow = z.object({
  browserHash: z.string(),
  /** Our client when the sign-in began: its code works for this client only. */
  clientId: z.string(),
  redirectUri: z.string(),
  ...pages.shape,
  scopes: z.array(z.string()),
  attach: attaching.nullable(),
})

/** A sign-in on its way through a provider. */
export type Flow = z.infer<typeof flow>

/** Begins a sign-in. Returns its `state`: 256 random bits, of which a hash is kept for ten minutes. */
export const beginFlow = (
  tx: Tx,
  { projectId, provider, now }: { projectId: string; provider: OAuthProvider; now: number },
  payload: Flow,
): Promise<string> =>
  issueToken(
    tx,
    { projectId, kind: 'oauth_state', subject: provider, userId: '', payload, expiresAt: now + flowLifetime },
    now,
  )

export type FoundFlow = Flow & { hash: string }

/**
 * The sign-in that a `state` belongs to. It has to be one with this provider and in this browser.
 * @throws Refusal `oauth_state_mismatch`, `oauth_state_used`
 */
export const requireFlow = async (
  db: Database,
  asked: { projectId: string; provider: OAuthProvider; state: string; now: number },
  browser: Browser | null,
): Promise<FoundFlow> => {
  const { projectId, provider, state, now } = asked
  const secret = await lookAtToken(db, projectId, ['oauth_state'], state, now)
  if (secret === null) {
    refuse((await wasSpent(db, projectId, 'oauth_state', state)) ? 'oauth_state_used' : 'oauth_state_mismatch')
  }
  const found = flow.parse(secret.payload)
  // An answer of another provider at this address may be a mix-up attack (RFC 9700 §4.4).
  if (secret.subject !== provider || !isBrowser(browser, found.browserHash)) refuse('oauth_state_mismatch')
  return { ...found, hash: secret.hash }
}

/** Spends the `state` of a sign-in, even if the sign-in fails later. @throws Refusal `oauth_state_used` */
export const spendFlow = async (db: Database, projectId: string, { hash }: FoundFlow, now: number): Promise<void> => {
  const isFirst = await runTransaction(db, tx => spend(tx, projectId, hash, now))
  if (!isFirst) refuse('oauth_state_used')
}
