import type { HeadlessClient } from '@corroborate/widget/client'
import { handOver } from './hand-over.ts'
import { ownToken } from './own-token.ts'
import { storedToken, storeSession } from './stored-session.ts'

/**
 * Checks with the provider that the browser's session is valid. A session from a magic link may have started without the widget, so its
 * client is told first. Rejects if the session is unknown or the provider is unavailable.
 */
export const confirmSession = async (client: HeadlessClient): Promise<void> => {
  const token = await ownToken()
  if (token !== null && client.session.getTokens()?.session_token !== token) {
    client.session.updateSession({ session_token: token })
  }
  await client.session.authenticate()
}

/** True if the session that the form knows lacks the second factor: the site takes no such session. */
export const owesSecond = (client: HeadlessClient): boolean => client.getStateSync().status === 'second_factor_required'

/**
 * Hands new session tokens to the site: re-authentication replaces the token and invalidates the old one.
 * @returns a function that stops this
 */
export const followSession = (client: HeadlessClient): (() => void) =>
  client.onStateChange(({ user }) => {
    const found = client.session.getTokens()?.session_token
    if (found === undefined || user === null || found === storedToken()) return
    storeSession({ token: found, userId: user.user_id })
    void handOver(found)
  })
