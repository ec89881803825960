import { readLanding, withoutLanding } from '@corroborate/wire/landing'
import { check } from '../check.ts'
import type { Environment } from '../environment.ts'
import type { HeadlessClient } from '../types.ts'

type Of = Pick<HeadlessClient, 'magicLinks' | 'oauth'> & { environment: Environment }

/** Signing in with the token that a magic link, or an account at a provider, brought to the page's address. */
export const createByUrl =
  ({ magicLinks, oauth, environment }: Of): HeadlessClient['authenticateByUrl'] =>
  async (options = {}) => {
    check('authenticateByUrl', options, { session_duration_minutes: 'number?' })
    if (!environment.isBrowser) return null
    const address = environment.address()
    const { type, token } = readLanding(new URL(address).searchParams) ?? {}
    if (token === undefined || type === undefined || type === 'reset_password') return null
    // Before it is sent: it is good once, and a page that is reloaded meanwhile must not send it again.
    environment.replaceAddress(withoutLanding(address))
    const duration = { session_duration_minutes: options.session_duration_minutes ?? 30 }
    return type === 'oauth'
      ? { type, data: await oauth.authenticate(token, duration) }
      : { type, data: await magicLinks.authenticate(token, duration) }
  }
