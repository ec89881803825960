import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import type { Project } from '../../projects/index.ts'

/** How long a sign-in may take, in ms. */
export const flowLifetime = 10 * 60_000

/**
 * Where a project's people reach us: its own host name when the request came to it, else our origin. Both are what operators
 * have set; a Host header only says which of the two.
 */
export const homeOf = (origin: string, { cnameDomain }: Pick<Project, 'cnameDomain'>, requestUrl: string): string => {
  const { host, hostname } = new URL(requestUrl)
  return cnameDomain !== null && (cnameDomain === host || cnameDomain === hostname) ? `https://${cnameDomain}` : origin
}

/** Over https no sibling of our host can set it. */
const nameOf = (home: string): string => (home.startsWith('https:') ? '__Host-oauth_browser' : 'oauth_browser')

/** A browser that begins sign-ins, by a cookie that no script reads. All its tabs are one browser. */
export type Browser = { secret: string; hash: string }

const browserWith = (secret: string): Browser => ({
  secret,
  hash: createHash('sha256').update(secret).digest('base64url'),
})

/** The browser of a request, or null when it has begun nothing here. */
export const browserOf = (c: HttpContext, home: string): Browser | null => {
  const secret = cookieNamed(c.req.header('Cookie'), nameOf(home))
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? browserWith(secret) : null
}

/** The browser of a request that begins a sign-in. Its cookie lives as long as the newest of them. */
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
 * What one sign-in needs besides its state: made of the browser's secret, so that neither is kept on our side, and whoever
 * sees the state on its way through the provider cannot make them.
 */
export const madeFor = ({ secret }: Browser, state: string): { nonce: string; codeVerifier: string } => {
  const derive = (purpose: string) => createHmac('sha256', secret).update(`${purpose} ${state}`).digest('base64url')
  return { nonce: derive('nonce'), codeVerifier: derive('verifier') }
}

/** RFC 7636 §4.2, S256. */
export const challengeOf = (codeVerifier: string): string =>
  createHash('sha256').update(codeVerifier).digest('base64url')
