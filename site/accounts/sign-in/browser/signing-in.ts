import { forgetKept } from '../../../kit/browser/index.ts'
import type { SessionNews } from '../session-news.ts'
import { reportLogin } from './complete-login.ts'
import { showSignedIn } from './login-link.ts'
import { deleteStoredSession, storedToken, storeSession, takeReturn } from './stored-session.ts'
import { hasFormSession, takeNews } from './take-news.ts'

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

/**
 * Handles the start of a page: news from the server, parameters in the query, and a stored session (SPEC §2, §4). Only the server's news
 * starts or ends sessions, since anyone can craft a URL, including that of an error page.
 */
export const arrive = async (query: URLSearchParams): Promise<void> => {
  await hear(takeNews())
  const reset = query.get('action') === 'reset_password' ? query.get('reset_password_token') : null
  if (document.body.dataset.page === 'authenticate') {
    // There the reader decides about the token. The page has looked at a link for a password already.
    const isGood = reset !== null && document.getElementById('new-password') !== null
    return isGood ? (await modal()).openReset(reset) : (await import('./landing-form.ts')).prepareForm()
  }
  const isOwed = await checkStored()
  // A form was submitted after its session ended, and is stored: prompts its sender to log in, but only after the old session and its
  // return path are deleted.
  document.querySelector<HTMLAnchorElement>('a[data-refused-form]')?.click()
  if (reset !== null) return (await modal()).openReset(reset)
  if (isOwed || (storedToken() === null && hasFormSession())) await (await modal()).resumeSecondFactor()
}

/** Opens the login modal for a link to `/login`. */
export const openLogin = async (link: HTMLAnchorElement): Promise<void> => (await modal()).openLogin(link)

/** Deletes the ended session from this browser. `login`: nonce of the pending action whose user has to log in. */
export const endSession = async ({ login }: { login: string | null }): Promise<void> => {
  deleteStoredSession()
  if (login !== null) (await modal()).openLoginHere(login)
}

/** Prefetches the modal's code. */
export const prepare = (): void =>
  void modal()
    .then(({ prepareLogin }) => prepareLogin())
    .catch(() => {})

const modal = () => import('./login-modal.ts')

const hear = async (news: SessionNews | null): Promise<void> => {
  if (news?.kind === 'out') {
    deleteStoredSession()
    forgetKept()
  }
  if (news?.kind !== 'in') return
  const { token, userId, login } = news
  storeSession({ token, userId })
  showSignedIn(true)
  // The server has led on already.
  takeReturn()
  if (login !== null) await reportLogin({ userId, ...login }, login.method)
}

/** True if the stored session lacks the second factor. */
const checkStored = async (): Promise<boolean> => {
  const token = storedToken()
  if (token === null) return false
  const found = await checkSession(token)
  if (found.kind === 'unknown' || storedToken() !== token) return false
  if (found.kind === 'bad') deleteStoredSession()
  // The header reflects the cookie, which the site uses.
  showSignedIn(found.kind === 'good' || found.signedIn)
  return found.kind === 'owed'
}
