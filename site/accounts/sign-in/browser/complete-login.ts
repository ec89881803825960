import { identify, track } from '../../../kit/analytics/track.ts'
import { paths, sameOriginPath } from '../../../kit/doi/index.ts'
import { noteLoginCompleted } from '../../pending-actions/browser/wish.ts'
import { showSignedIn } from './login-link.ts'
import type { LoginResult } from './login-result.ts'
import { handOver, storeSession, takeReturn } from './stored-session.ts'

/** Maximum length of the return path. Authorization requests can be longer than other paths. */
const longestReturn = 10_000

/**
 * Completes a login at the provider: the site sets its own cookie and assigns the visitor's data to the account, then the user returns to
 * where they were going (SPEC §4, "Login").
 */
export const completeLogin = async (
  { token, userId, isSignup, name, email }: LoginResult,
  {
    method,
    login,
    redirect = null,
    seen,
  }: {
    method: string
    /** The nonce of the login that this page, or the one that led here, started; null for none. */
    login: string | null
    redirect?: string | null
    /** The page stays until then. */
    seen?: Promise<void>
  },
): Promise<void> => {
  noteLoginCompleted(login, userId)
  await takeOver({ token, userId })
  await reportLogin({ userId, isSignup, name, email }, method)
  await seen
  // Keeps the authorization request's URL exactly.
  if (document.body.dataset.page === 'consent') location.reload()
  else leaveFor(redirect ?? savedReturn() ?? here())
}

/**
 * Completes a signed-in user's return from a social provider: the session continues under a new token, and the user returns to where they
 * started.
 */
export const completeErrand = async (session: Pick<LoginResult, 'token' | 'userId'>): Promise<void> => {
  await takeOver(session)
  leaveFor(savedReturn() ?? paths.account)
}

const takeOver = async (session: Pick<LoginResult, 'token' | 'userId'>): Promise<void> => {
  storeSession(session)
  await handOver(session.token)
  showSignedIn(true)
}

const savedReturn = (): string | null => sameOriginPath(takeReturn(), location.origin, longestReturn)

/** Reports a login and its method to analytics. */
export const reportLogin = async (
  { userId, isSignup, name, email }: Omit<LoginResult, 'token'>,
  method: string,
): Promise<void> => {
  await identify(userId, { name, email, authentication_method: method, last_login: new Date().toISOString() })
  await track(isSignup ? 'signup' : 'login', { authentication_method: method })
}

/** This page, unless it is one that was only passed through. */
const here = (): string => sameOriginPath(location.pathname + location.search, location.origin) ?? '/'

const leaveFor = (path: string): void => {
  // A page does not load again for a mere fragment.
  if (new URL(path, location.origin).href.split('#')[0] === location.href.split('#')[0]) location.reload()
  else location.assign(path)
}
