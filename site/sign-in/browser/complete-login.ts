import { identify, track } from '../../analytics/index.ts'
import { sameOriginPath } from '../../doi/index.ts'
import { checkSession } from './check-session.ts'
import { showSignedIn } from './login-link.ts'
import type { LoginResult } from './login-result.ts'
import { storeSession, takeReturn } from './stored-session.ts'

/**
 * Somebody has signed in at the provider: the site is told, which gives the browser its own cookie and the account what the
 * visitor did; then on to where they were going (SPEC §4, "Login").
 */
export const completeLogin = async (
  { token, userId, isSignup, name, email }: LoginResult,
  { method, redirect = null }: { method: string; redirect?: string | null },
): Promise<void> => {
  storeSession({ token, userId })
  await checkSession(token)
  showSignedIn(true)
  await identify(userId, { name, email, authentication_method: method, last_login: new Date().toISOString() })
  await track(isSignup ? 'signup' : 'login', { authentication_method: method })
  const saved = sameOriginPath(takeReturn(), location.origin)
  leaveFor(redirect ?? saved ?? here())
}

/** This page, unless it is one that was only passed through. */
const here = (): string => sameOriginPath(location.pathname + location.search, location.origin) ?? '/'

const leaveFor = (path: string): void => {
  // A page does not load again for a mere fragment.
  if (new URL(path, location.origin).href.split('#')[0] === location.href.split('#')[0]) location.reload()
  else location.assign(path)
}
