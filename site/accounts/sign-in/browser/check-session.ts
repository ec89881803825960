/**
 * The site's verdict on a session token: its user, invalid, missing the second factor, or unknown at the moment. `signedIn`: true if the
 * browser's own cookie of another session remains valid.
 */
export type SessionCheck =
  | { kind: 'good'; userId: string | null }
  | { kind: 'bad' | 'owed'; signedIn: boolean }
  | { kind: 'unknown' }

/** `GET /authenticate?session_token=…` (SPEC §7). Only a refusal means that the session is no more; trouble is none. */
export const checkSession = async (token: string): Promise<SessionCheck> => {
  try {
    const query = new URLSearchParams({ session_token: token })
    const answer = await fetch(`/authenticate?${query}`, { cache: 'no-store', referrerPolicy: 'no-referrer' })
    if (answer.status >= 500 || answer.status === 429) return { kind: 'unknown' }
    const said: unknown = await answer.json().catch(() => null)
    const told = (name: string): unknown => (typeof said === 'object' && said !== null ? Reflect.get(said, name) : null)
    const signedIn = told('signed_in') === true
    if (!answer.ok) return { kind: told('second_factor') === 'owed' ? 'owed' : 'bad', signedIn }
    const userId = told('user_id')
    return { kind: 'good', userId: typeof userId === 'string' ? userId : null }
  } catch {
    return { kind: 'unknown' }
  }
}
