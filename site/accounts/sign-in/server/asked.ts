import { randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieNamed, type HttpContext, HttpProblem, isFormPost, wantsPage } from '@corroborate/server-kit/http'
import { setCookie } from 'hono/cookie'
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

/** Messages for failed sign-ins. */
export const failures = {
  ended: {
    status: 401,
    title: 'This session has ended',
    sentence: 'Log in again to continue. Saved work is safe.',
  },
  unproved: {
    status: 403,
    title: 'This account has not been confirmed yet',
    sentence: 'Its email address hasn’t been confirmed. If the account is yours, log in here with a link by email.',
  },
  used: { status: 401, title: 'This link has expired or was already used', sentence: 'Request a new one.' },
  unknown: { status: 400, title: 'Invalid link', sentence: 'Log in another way.' },
  unavailable: {
    status: 503,
    title: 'Login is temporarily unavailable',
    sentence: 'The login service is not responding. Try again in a minute. You can still read every page.',
  },
} as const

export const unavailable = (): HttpProblem => new HttpProblem(503, failures.unavailable.sentence, { retryAfter: 5 })

/**
 * Name of the double-submit cookie. Browsers that report no form origin are indistinguishable from another site posting the form. They
 * prove that we served the form with a random value in the form and in a cookie that no other site can set or read.
 */
const askedName = (secure: boolean): string => (secure ? '__Host-asked' : 'corroborate_asked')

const form = /^[\w-]{22}$/

/** As long as a page lies open before its button is pressed, in seconds. */
const askedAge = 60 * 60

/** True if the browser reports that a form was sent by our page. Contradicting requests were rejected before. */
export const isSentByUs = (c: HttpContext): boolean => {
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  return (c.req.header('Origin') ?? c.req.header('Referer')) !== undefined
}

/** Returns the form's double-submit value; null for a browser that reports the form's origin itself. */
export const asking = (c: HttpContext, secure: boolean): string | null => {
  if (c.req.header('Sec-Fetch-Site') !== undefined) return null
  const kept = keptIn(c, secure)
  const asked = form.test(kept) ? kept : randomBytes(16).toString('base64url')
  setCookie(c, askedName(secure), asked, {
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    path: '/',
    maxAge: askedAge,
  })
  return asked
}

/** True if the submitted form was served to this browser. */
export const wasServedForm = (c: HttpContext, secure: boolean, given = ''): boolean => {
  const kept = keptIn(c, secure)
  return form.test(kept) && form.test(given) && timingSafeEqual(Buffer.from(kept), Buffer.from(given))
}

/** Returns the cookie's value; empty if there is none. */
const keptIn = (c: HttpContext, secure: boolean): string => cookieNamed(c.req.header('Cookie'), askedName(secure)) ?? ''
