import { hash, randomUUID } from 'node:crypto'
import type { HttpContext } from './http-problem.ts'

/** Sources that a page of this server needs beyond its own, by directive, such as `{ 'connect-src': [origin] }`. */
export type ContentSources = Readonly<Partial<Record<Directive, readonly string[]>>>

type Directive = keyof typeof ownSources

const ownSources = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
} as const satisfies Record<string, readonly string[]>

/**
 * Builds a server's Content Security Policy (CSP Level 3) as a function of the request's nonce. Scripts and styles must be our own or carry
 * the nonce; inline code needs the nonce or, for scripts, a listed hash.
 */
const contentPolicy = (extra: ContentSources, secure: boolean): ((allowed: AllowedInline) => string) => {
  const fixed: string[] = []
  for (const [directive, own] of Object.entries(ownSources)) {
    if (directive === 'script-src' || directive === 'style-src') continue
    fixed.push(`${directive} ${merged(own, extra[directive as Directive])}`)
  }
  if (secure) fixed.push('upgrade-insecure-requests')
  const scripts = `script-src ${merged(ownSources['script-src'], extra['script-src'])}`
  const styles = `style-src ${merged(ownSources['style-src'], extra['style-src'])}`
  const rest = fixed.join('; ')
  return ({ nonce, hashes = [] }) =>
    nonce === undefined
      ? `${rest}; ${[scripts, ...hashes].join(' ')}; ${styles}`
      : `${rest}; ${scripts} 'nonce-${nonce}' 'strict-dynamic'; ${styles} 'nonce-${nonce}'`
}

/** Allowed inline code of a response. */
type AllowedInline = { nonce: string | undefined; hashes?: readonly string[] | undefined }

/** Returns the CSP source of an inline script. For shared pages, where a nonce is impossible. */
export const scriptHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** Allows inline scripts with these hashes in a response without a nonce. */
export const allowScripts = (c: HttpContext, hashes: readonly string[]): void => c.set('scriptHashes', hashes)

const merged = (own: readonly string[], extra: readonly string[] = []): string => {
  const all = [...own, ...extra]
  return (all.length > 1 ? all.filter(source => source !== "'none'") : all).join(' ')
}

/** The nonce of this answer: put it on every `<script>` and `<style>` in the text of the page. Fresh for each request. */
export const nonceOf = (c: HttpContext): string => {
  const known = c.get('nonce')
  if (known !== undefined) return known
  const nonce = randomUUID()
  c.set('nonce', nonce)
  return nonce
}

type Headers = readonly (readonly [string, string])[]

const always: Headers = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]

/** Headers that browsers apply to documents only. */
const ofDocuments: Headers = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  ],
]

/** The header of the policy, the only one that depends on the request. */
export const policyHeader = 'Content-Security-Policy'

/** A script of a worker goes by its own policy, all of which this is. */
const policyOfParts = "default-src 'self'; frame-ancestors 'none'"

/** Two years, as browsers' preload lists ask for (RFC 6797). */
const strictTransport = 'max-age=63072000'

/**
 * The security headers of a server's answers: of those that may be shown as a document, where only the policy depends on the request,
 * and of the parts of pages (scripts, style sheets, fonts). A page has some twenty parts, and the whole policy with each would take a
 * slow line a quarter of a second.
 */
export const makeSecurityHeaders = ({
  origin,
  sources,
  includeSubdomains,
}: {
  origin: string
  sources: ContentSources
  /** Names below the server's own must be reached by https, too: then none of them can set cookies without TLS. */
  includeSubdomains: boolean
}): { ofDocument: (allowed: AllowedInline) => Headers; ofPart: Headers } => {
  const secure = origin.startsWith('https:')
  const policy = contentPolicy(sources, secure)
  const transport = includeSubdomains ? `${strictTransport}; includeSubDomains` : strictTransport
  const ofAll: Headers = secure ? [...always, ['Strict-Transport-Security', transport]] : always
  return {
    ofDocument: allowed => [...ofAll, ...ofDocuments, [policyHeader, policy(allowed)]],
    ofPart: [...ofAll, [policyHeader, policyOfParts]],
  }
}
