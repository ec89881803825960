import type { HeadlessClient } from '@corroborate/widget/client'
import { handOver } from './hand-over.ts'
import { ownToken } from './own-token.ts'
import { storedToken, storeSession } from './stored-session.ts'

/**
 * Asks the provider whether the session of this browser goes on. It may have begun without the widget, by a mailed link: its
 * client is told of it first. Rejects when the provider does not know the session, or is away.
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
 * Somebody who proves again who they are goes on under another token, and the one before is dead: the site needs the new one.
 * @returns what ends this
 */
export const followSession = (client: HeadlessClient): (() => void) =>
  client.onStateChange(({ user }) => {
    const found = client.session.getTokens()?.session_token
    if (found === undefined || user === null || found === storedToken()) return
    storeSession({ token: found, userId: user.user_id })
    void handOver(found)
  })
