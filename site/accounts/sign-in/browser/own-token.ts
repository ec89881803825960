import { pageReader } from '../../../kit/browser/index.ts'
import { paths } from '../../../kit/doi/index.ts'
import { actingForHeader } from '../../../kit/page/index.ts'
import { storedToken, storeSession } from './stored-session.ts'

/** A call that has found no answer by then has failed, in ms. */
const longestWait = 10_000

/**
 * Returns the token of the session that this page is for: the stored one, or the one returned by the site if the browser has lost its
 * storage but not the cookie. Null if logged out, or if the site is unavailable.
 */
export const ownToken = async (): Promise<string | null> => {
  const reader = pageReader()
  if (storedToken() === null && reader !== null) await askSite(reader)
  return storedToken()
}

const askSite = async (reader: string): Promise<void> => {
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
