import { randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieNamed, type HttpContext } from '@corroborate/server-kit/http'
import { setCookie } from 'hono/cookie'

/**
 * Browsers that say with no header from which page a form was sent cannot be told from somebody else's page sending it. They
 * show by this that the form is one that we have shown them: a random text that is in the form, and in a cookie that no
 * other site can set or read (double submit).
 */
const askedName = (secure: boolean): string => (secure ? '__Host-asked' : 'corroborate_asked')

const form = /^[\w-]{22}$/

/** As long as a page lies open before its button is pressed, in seconds. */
const askedAge = 60 * 60

/** Whether the browser says that a form was sent by a page of ours; a request that says otherwise has been refused before. */
export const isSentByUs = (c: HttpContext): boolean => {
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site === 'same-origin'
  return (c.req.header('Origin') ?? c.req.header('Referer')) !== undefined
}

/** What a form that asks holds; null for a browser that will say itself that the form is ours. */
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

/** Whether the form that was sent is one that we have shown this browser. */
export const wasAsked = (c: HttpContext, secure: boolean, given = ''): boolean => {
  const kept = keptIn(c, secure)
  return form.test(kept) && form.test(given) && timingSafeEqual(Buffer.from(kept), Buffer.from(given))
}

/** What the cookie says; empty where there is none. */
const keptIn = (c: HttpContext, secure: boolean): string => cookieNamed(c.req.header('Cookie'), askedName(secure)) ?? ''
