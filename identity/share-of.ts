import { sdkPrefix } from '@corroborate/wire/call'
import { events } from '@corroborate/wire/events'
import { projects } from '@corroborate/wire/projects'
import { consolePath } from './administrators/invite.ts'

/** Load shares of the provider: overload in one leaves capacity in the others. */
export type IdentityShare = 'password' | 'sign-in' | 'session' | 'event' | 'webhook' | 'page'

const sessionCalls = `${sdkPrefix}/sessions/`
const passwordCalls = `${sdkPrefix}/passwords/`
const eventCall = sdkPrefix + events.submit.path
const bootstrapCall = sdkPrefix + projects.bootstrap.path.replace(/:\w+$/, '')
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns the share of a request by its method and path without the query; a preflight counts as its request. `session` is the session
 * check of every page, `password` hashes a password, which is slow, `sign-in` is all other user requests, `webhook` is for incoming
 * callbacks.
 */
export const identityShareOf = (method: string, path: string): IdentityShare => {
  // Forms of administrators do not wait for the calls of others.
  if (path.startsWith(`${consolePath}/`)) return 'page'
  if (!path.startsWith(`${sdkPrefix}/`)) return reads.has(method) ? 'page' : 'webhook'
  if (path.startsWith(sessionCalls)) return 'session'
  if (path.startsWith(passwordCalls)) return 'password'
  if (path === eventCall) return 'event'
  return path.startsWith(bootstrapCall) ? 'page' : 'sign-in'
}
