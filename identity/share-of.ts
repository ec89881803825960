import { sdkPrefix } from '@corroborate/wire/call'
import { events } from '@corroborate/wire/events'
import { projects } from '@corroborate/wire/projects'
import { consolePath } from './administrators/index.ts'

/** The shares into which the provider parts its time: a crowd in one leaves room in the others. */
export type IdentityShare = 'password' | 'sign-in' | 'session' | 'event' | 'webhook' | 'page'

const sessionCalls = `${sdkPrefix}/sessions/`
const passwordCalls = `${sdkPrefix}/passwords/`
const eventCall = sdkPrefix + events.submit.path
const bootstrapCall = sdkPrefix + projects.bootstrap.path.replace(/:\w+$/, '')
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Which share a request belongs to, by its method and its path without the query; a preflight counts as its call. `session` is
 * what every page asks whose session it is, `password` what hashes a password, which takes long, `sign-in` all other calls that act for a
 * person, `webhook` what others tell us.
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
