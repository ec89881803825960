/** CORS headers that allow any origin to read API responses. Safe because no cookies are sent or read. */
export const openHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

export const preflightHeaders = {
  ...openHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const
