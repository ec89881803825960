import { type HttpContext, nonceOf } from '@corroborate/server-kit/http'

/**
 * Sets the CSP of a sandbox page and returns the nonce for its style and script. `form-action` is unrestricted, because browsers check
 * every redirect to the client and on to any project's page.
 */
export const setPagePolicy = (c: HttpContext): string => {
  const nonce = nonceOf(c)
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; form-action http: https:; base-uri 'none'; frame-ancestors 'none'`,
  )
  return nonce
}
