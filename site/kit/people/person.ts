import { createHash, randomBytes } from 'node:crypto'
import { cookieNamed, HttpProblem } from '@corroborate/server-kit/http'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'

/** 400 days, the longest that browsers keep a cookie, in seconds. */
const visitorCookieAge = 400 * 24 * 60 * 60

/** `__Host-` binds the cookie to this very host over TLS, so that a sibling subdomain cannot toss one of its own. */
const visitorCookieName = (secure: boolean): string => (secure ? '__Host-visitor' : 'visitor')

const visitorIdForm = /^[A-Za-z0-9_-]{22}$/

/** A new visitor id: 128 random bits in base64url, 22 characters. */
const newVisitorId = (): string => randomBytes(16).toString('base64url')

const isVisitorId = (value: string | undefined): value is string => value !== undefined && visitorIdForm.test(value)

/** Storage key of a visitor's data. Hashed, so that a leaked database does not allow impersonating visitors. */
export const visitorKey = (visitorId: string): string =>
  `visitor:${createHash('sha256').update(visitorId).digest('base64url')}`

/** A browser that carries our visitor cookie. */
export type Visitor = { key: string; signedIn: false }

/** A signed-in person. */
export type Account = {
  key: string
  signedIn: true
  /** The provider's id of the user. */
  id: string
  /** First and last name, shown publicly. Empty if not given. */
  name: string
  /** For the person's own eyes. */
  email: string | null
  /** The provider's roles, such as `moderator`. */
  roles: readonly string[]
  /** Operator impersonating this user, by display name. The session is then read-only and has no roles. */
  impersonator?: string
  /** True if a contact is verified (`hasProvedContact`). Public features treat other accounts as signed out. */
  proved: boolean
}

/**
 * A deleted account, by the provider's user ID and by the key its data is stored under. `upTo` in epoch ms; null deletes everything. `at`
 * is the deletion time in epoch ms.
 */
export type DeletedAccount = Pick<Account, 'id' | 'key'> & { upTo: number | null; at: number }

/** Author of a request: `user:<id>` for a signed-in user, `visitor:<hash>` for a browser with our visitor cookie. */
export type Person = Visitor | Account

/** State of a request's session. `unsure`: there is a session, but the identity provider needed to resolve it is unavailable. */
export type SessionState = Account | 'nobody' | 'unsure'

type AskAgain = () => Promise<SessionState>
type Noted = { state: SessionState; askAgain?: AskAgain | undefined }

/** The role of the identity provider that lets an account approve and reject. */
export const moderatorRole = 'moderator'

export const accountKey = (userId: string): string => `user:${userId}`

/** Resolves the author of a request. `secure` is true if the site is served over TLS. */
export const createPeople = ({ secure }: { secure: boolean }) => {
  const cookieName = visitorCookieName(secure)
  const sessions = new WeakMap<Context, Noted>()
  const withoutSession = new WeakSet<Context>()

  /** Records a request's session before any handler reads it, and how to refresh it. */
  const noteSession = (c: Context, state: SessionState, askAgain?: AskAgain): void =>
    void sessions.set(c, { state, askAgain })

  /** Records that a request has no session cookie, or that its route serves everyone the same response. */
  const noteNoSession = (c: Context): void => void withoutSession.add(c)

  /** @throws Error if the session has not been resolved yet: every user would seem signed out. */
  const requireLookedAt = (c: Context): void => {
    if (!sessions.has(c) && !withoutSession.has(c))
      throw new Error(
        'The session of this request is not recognized yet: run this middleware in the phase `withSession`.',
      )
  }

  /** The person as far as recognized: a page that shows an error may be made before the session is looked at. */
  const session = (c: Context): SessionState => sessions.get(c)?.state ?? 'nobody'

  /**
   * Refreshes the request's session from the identity provider, for role-protected actions, so that role changes apply at once. If the
   * provider is unavailable, returns the session as of minutes ago.
   */
  const sessionNow = async (c: Context): Promise<SessionState> => {
    const noted = sessions.get(c)
    if (noted?.askAgain === undefined) return session(c)
    const state = await noted.askAgain()
    sessions.set(c, { state })
    return state
  }

  /** Returns the request's browser regardless of the signed-in user; null if it has never acted. */
  const visitor = (c: Context): Visitor | null => {
    const visitorId = cookieNamed(c.req.header('Cookie'), cookieName)
    return isVisitorId(visitorId) ? { key: visitorKey(visitorId), signedIn: false } : null
  }

  /** True if the request has no session, not even an expired one, and no known visitor cookie. */
  const isStranger = (c: Context): boolean => !sessions.has(c) && visitor(c) === null

  /** Returns the author of this request; null for an unknown browser. @throws Error if the session has not been resolved yet */
  const known = (c: Context): Person | null => {
    requireLookedAt(c)
    const state = session(c)
    return typeof state === 'string' ? visitor(c) : state
  }

  /**
   * Returns the author of this request in order to act for them; sets a visitor cookie for a new browser.
   * @throws HttpProblem 503 if there seems to be a session that cannot be resolved now, since a visitor's action would be separate from the
   * account.
   */
  const recognised = (c: Context): Person => {
    if (session(c) === 'unsure') throw unsure()
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

  /**
   * Returns the account of this request, for actions that require one.
   * @throws HttpProblem 401 if not signed in, 503 if the session cannot be resolved now
   */
  const account = (c: Context): Account => {
    requireLookedAt(c)
    const state = session(c)
    if (state === 'unsure') throw unsure()
    if (state === 'nobody') throw new HttpProblem(401, 'Log in first. This requires an account.')
    return state
  }

  return { isStranger, noteSession, noteNoSession, session, sessionNow, known, recognised, account, visitor }
}

export type People = ReturnType<typeof createPeople>

const unsure = (): HttpProblem =>
  new HttpProblem(503, 'The login service is not responding. Try again in a moment, or log out first.', {
    retryAfter: 5,
  })
