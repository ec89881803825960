import { randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import { setCookie } from 'hono/cookie'

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
export const wasAsked = (c: HttpContext, secure: boolean, given = ''): boolean => {
  const kept = keptIn(c, secure)
  return form.test(kept) && form.test(given) && timingSafeEqual(Buffer.from(kept), Buffer.from(given))
}

/** Returns the cookie's value; empty if there is none. */
const keptIn = (c: HttpContext, secure: boolean): string => cookieNamed(c.req.header('Cookie'), askedName(secure)) ?? ''
