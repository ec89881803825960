import { type HttpContext, nonceOf } from '@corroborate/server-kit/http'

/**
 * Sets what a page of the sandbox may load and run, and returns the nonce of its style and script. Its form may lead to any
 * page: browsers check each redirect on the way to the client and from there to a page of some project.
 */
export const setPagePolicy = (c: HttpContext): string => {
  const nonce = nonceOf(c)
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src data:; form-action http: https:; base-uri 'none'; frame-ancestors 'none'`,
  )
  return nonce
}
