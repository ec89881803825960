import { identify, track } from '../../analytics/index.ts'
import { sameOriginPath } from '../../doi/index.ts'
import { handOver } from './hand-over.ts'
import { showSignedIn } from './login-link.ts'
import type { LoginResult } from './login-result.ts'
import { storeSession, takeReturn } from './stored-session.ts'

/**
 * Somebody has signed in at the provider: the site is told, which gives the browser its own cookie and the account what the
 * visitor did; then on to where they were going (SPEC §4, "Login").
 */
export const completeLogin = async (
  { token, userId, isSignup, name, email }: LoginResult,
  {
    method,
    redirect = null,
    seen,
  }: {
    method: string
    redirect?: string | null
    /** The page stays until then. */
    seen?: Promise<void>
  },
): Promise<void> => {
  storeSession({ token, userId })
  await handOver(token)
  showSignedIn(true)
  await reportLogin({ userId, isSignup, name, email }, method)
  await seen
  const saved = sameOriginPath(takeReturn(), location.origin)
  leaveFor(redirect ?? saved ?? here())
}

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
