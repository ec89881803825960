/** What the site says of a session token: whose it is, that it is nobody's, or nothing just now. */
export type SessionCheck = { kind: 'good'; userId: string | null } | { kind: 'bad' } | { kind: 'unknown' }

/** `GET /authenticate?session_token=…` (SPEC §7). Only a refusal means that the session is no more; trouble is none. */
export const checkSession = async (token: string): Promise<SessionCheck> => {
  try {
    const query = new URLSearchParams({ session_token: token })
    const answer = await fetch(`/authenticate?${query}`, { cache: 'no-store', referrerPolicy: 'no-referrer' })
    if (!answer.ok) return { kind: answer.status >= 500 || answer.status === 429 ? 'unknown' : 'bad' }
    const said: unknown = await answer.json().catch(() => null)
    const userId: unknown = typeof said === 'object' && said !== null ? Reflect.get(said, 'user_id') : null
    return { kind: 'good', userId: typeof userId === 'string' ? userId : null }
  } catch {
    return { kind: 'unknown' }
  }
}
