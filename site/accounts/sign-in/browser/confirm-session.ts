import { createHeadlessClient, type HeadlessClient } from '@corroborate/widget/client'
import { pageReader, pageSettings } from '../../../kit/browser/index.ts'
import { paths } from '../../../kit/doi/index.ts'
import { actingForHeader } from '../../../kit/page/acting-for.ts'
import { handOver, storedToken, storeSession } from './stored-session.ts'

/** A call that has found no answer by then has failed, in ms. */
const longestWait = 10_000

/**
 * Returns the token of the session that this page is for: the stored one, or the one returned by the site if the browser has lost its
 * storage but not the cookie. Null if logged out, or if the site is unavailable.
 */
export const ownToken = async (): Promise<string | null> => {
  const reader = pageReader()
  if (storedToken() === null && reader !== null) await checkWithSite(reader)
  return storedToken()
}

const checkWithSite = async (reader: string): Promise<void> => {
  try {
    const answer = await fetch(paths.ownSession, {
      method: 'POST',
      headers: { Accept: 'application/json', [actingForHeader]: reader },
      signal: AbortSignal.timeout(longestWait),
    })
    if (!answer.ok) return
    const { session_token: token, user_id: userId } = (await answer.json()) as Record<
      'session_token' | 'user_id',
      string
    >
    storeSession({ token, userId })
  } catch {
    // The page shows an error and offers to log in.
  }
}

let client: HeadlessClient | null = null

/** The page's one client of the identity provider. */
export const signInClient = (): HeadlessClient => {
  const { publicToken, identity } = pageSettings()
  client ??= createHeadlessClient(publicToken, { baseUrl: identity, pkceForOAuth: true })
  return client
}

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
