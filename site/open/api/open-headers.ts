/** What lets a page of any origin read an answer of the API. No cookie is ever sent or read, so that anybody may. */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

/** The answer to a browser that asks, before it sends a call of another origin's page, whether it may (CORS preflight). */
export const preflightHeaders = {
  ...openHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const
