import { identify, track } from '../../../kit/analytics/index.ts'
import { paths, sameOriginPath } from '../../../kit/doi/index.ts'
import { noteLoginCompleted } from '../../wishes/browser/index.ts'
import { handOver } from './hand-over.ts'
import { showSignedIn } from './login-link.ts'
import type { LoginResult } from './login-result.ts'
import { storeSession, takeReturn } from './stored-session.ts'

/** What another application asks may be longer than an address that comes from elsewhere. */
const longestReturn = 10_000

/**
 * Somebody has signed in at the provider: the site is told, which gives the browser its own cookie and the account what the
 * visitor did; then on to where they were going (SPEC §4, "Login").
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
  // A question of another application stays as it was asked, whatever it holds.
  if (document.body.dataset.page === 'consent') location.reload()
  else leaveFor(redirect ?? savedReturn() ?? here())
}

/** Who is logged in comes back from an account elsewhere: the session goes on under another token, and the reader where they began. */
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

/** Tells the analytics who has logged in, and how. */
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
