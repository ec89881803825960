import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isVisitorId, newVisitorId, visitorCookieAge, visitorCookieName, visitorKey } from './visitor-cookie.ts'

/**
 * Who is asking: `user:<id>` for a signed-in person, `visitor:<hash>` for a browser that carries our visitor cookie.
 */
export type Person = { key: string; signedIn: boolean }

/** Tells who sends a request; `secure` says that the site is served over TLS. */
export const createPeople = ({ secure }: { secure: boolean }) => {
  const cookieName = visitorCookieName(secure)

  /** The person of this request, or null for somebody we have never seen act. */
  const known = (c: Context): Person | null => {
    const visitorId = getCookie(c, cookieName)
    return isVisitorId(visitorId) ? { key: visitorKey(visitorId), signedIn: false } : null
  }

  /** The person of this request; a newcomer gets a visitor cookie with the answer. */
  const recognised = (c: Context): Person => {
    const person = known(c)
    if (person !== null) return person
    const visitorId = newVisitorId()
    setCookie(c, cookieName, visitorId, {
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      path: '/',
      maxAge: visitorCookieAge,
    })
    return { key: visitorKey(visitorId), signedIn: false }
  }

  return { known, recognised }
}

export type People = ReturnType<typeof createPeople>
