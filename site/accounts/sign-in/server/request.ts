import { type HttpContext, isFormPost, wantsPage } from '@corroborate/server-kit/http'
import type { ArrivalHeaders } from './arrival.ts'

/** Extracts the navigation's origin headers. */
export const arrivalHeaders = (c: HttpContext): ArrivalHeaders => ({
  method: c.req.method,
  host: c.req.header('Host'),
  fetchSite: c.req.header('Sec-Fetch-Site'),
  fetchDest: c.req.header('Sec-Fetch-Dest'),
  purpose: c.req.header('Sec-Purpose') ?? c.req.header('Purpose'),
  referer: c.req.header('Referer'),
})

/** A parameter given twice is not trusted. */
export const onlyOne = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}

/** The URL contains a secret: the response is not cached and sends no referrer. */
export const keepSecret = (c: HttpContext): void => {
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'no-referrer')
}

/** A form sent it, so that the answer is a page. */
export const isByForm = (c: HttpContext): boolean => isFormPost(c) && wantsPage(c)
