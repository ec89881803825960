import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import type { Project } from '../../projects/index.ts'

/** Maximum duration of a sign-in, in ms. */
export const flowLifetime = 10 * 60_000

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
export type Browser = { secret: string; hash: string }

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
