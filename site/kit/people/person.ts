import { cookieNamed, HttpProblem } from '@corroborate/server-kit/http'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { isVisitorId, newVisitorId, visitorCookieAge, visitorCookieName, visitorKey } from './visitor-cookie.ts'

/** A browser that carries our visitor cookie. */
export type Visitor = { key: string; signedIn: false }

/** A signed-in person. */
export type Account = {
  key: string
  signedIn: true
  /** The provider's id of the user. */
  id: string
  /** First and last name: what others may see. Empty when they gave none. */
  name: string
  /** For the person's own eyes. */
  email: string | null
  /** The provider's roles, such as `moderator`. */
  roles: readonly string[]
  /** The operator who impersonates this person, as they name themselves: the session is read-only then, and carries no roles. */
  impersonator?: string
  /** Whether they have proved that a person is behind it (`hasProvedContact`): what others see counts nobody else as signed in. */
  proved: boolean
}

/**
 * An account by the provider's id of the user, and by the key that what people do is kept under. `upTo` in epoch ms; null:
 * all of it. `at`: when it is deleted, epoch ms.
 */
export type DeletedAccount = Pick<Account, 'id' | 'key'> & { upTo: number | null; at: number }

/** Who is asking: `user:<id>` for a signed-in person, `visitor:<hash>` for a browser that carries our visitor cookie. */
export type Person = Visitor | Account

/**
 * What is known of the session of a request. `unsure`: there is one, but the identity provider, which alone could say
 * whose it is, does not answer.
 */
export type SessionState = Account | 'nobody' | 'unsure'

/** Asks the identity provider whose session it is. */
type AskAgain = () => Promise<SessionState>
type Noted = { state: SessionState; askAgain?: AskAgain | undefined }

/** The role of the identity provider that lets an account approve and reject. */
export const moderatorRole = 'moderator'

export const accountKey = (userId: string): string => `user:${userId}`

/** Tells who sends a request; `secure` says that the site is served over TLS. */
export const createPeople = ({ secure }: { secure: boolean }) => {
  const cookieName = visitorCookieName(secure)
  const sessions = new WeakMap<Context, Noted>()
  const withoutSession = new WeakSet<Context>()

  /** Writes down whose session a request came with, before anybody asks who is asking; and how to have it said anew. */
  const noteSession = (c: Context, state: SessionState, askAgain?: AskAgain): void =>
    void sessions.set(c, { state, askAgain })

  /** Records that a request comes without a session cookie, or to an address that answers everybody alike. */
  const noteNoSession = (c: Context): void => void withoutSession.add(c)

  /** @throws Error where the session has not been looked at yet: everybody would seem to be nobody. */
  const requireLookedAt = (c: Context): void => {
    if (!sessions.has(c) && !withoutSession.has(c))
      throw new Error(
        'The session of this request is not recognized yet: run this middleware in the phase `withSession`.',
      )
  }

  /** The person as far as recognized: a page that shows an error may be made before the session is looked at. */
  const session = (c: Context): SessionState => sessions.get(c)?.state ?? 'nobody'

  /**
   * The session of a request as the identity provider says at this moment, for what only a role allows: a role that was given
   * or taken counts at once. While the provider is silent, as it said minutes ago.
   */
  const sessionNow = async (c: Context): Promise<SessionState> => {
    const noted = sessions.get(c)
    if (noted?.askAgain === undefined) return session(c)
    const state = await noted.askAgain()
    sessions.set(c, { state })
    return state
  }

  /** The browser of this request, no matter who is signed in; null when it has never acted. */
  const visitor = (c: Context): Visitor | null => {
    const visitorId = cookieNamed(c.req.header('Cookie'), cookieName)
    return isVisitorId(visitorId) ? { key: visitorKey(visitorId), signedIn: false } : null
  }

  /** Whether the request comes with no session, not even one that has ended, and from no browser that we have seen act. */
  const isStranger = (c: Context): boolean => !sessions.has(c) && visitor(c) === null

  /** The person of this request, or null for somebody we have never seen act. @throws Error before the session is looked at. */
  const known = (c: Context): Person | null => {
    requireLookedAt(c)
    const state = session(c)
    return typeof state === 'string' ? visitor(c) : state
  }

  /**
   * The person of this request, to act in their name; a newcomer gets a visitor cookie with the answer.
   * @throws HttpProblem 503 for somebody who seems to have an account while nobody can say which: as a visitor they would
   * act beside themselves.
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
   * The account of this request, for what takes one.
   * @throws HttpProblem 401 for who is not signed in, 503 while nobody can say who it is.
   */
  const account = (c: Context): Account => {
    requireLookedAt(c)
    const state = session(c)
    if (state === 'unsure') throw unsure()
    if (state === 'nobody') throw new HttpProblem(401, 'Log in first: this takes an account.')
    return state
  }

  return { isStranger, noteSession, noteNoSession, session, sessionNow, known, recognised, account, visitor }
}

export type People = ReturnType<typeof createPeople>

const unsure = (): HttpProblem =>
  new HttpProblem(503, 'We cannot check right now who you are. Try again in a moment, or log out first.', {
    retryAfter: 5,
  })
