import { checkSession } from './check-session.ts'
import { showSignedIn } from './login-link.ts'
import { forgetSession, storedToken, storeSession } from './stored-session.ts'

/** A page was opened: with something in its query, or by a browser that has stored a session (SPEC §2, §4). */
export const arrive = async (query: URLSearchParams): Promise<void> => {
  if (query.has('clear_session')) forgetSession()
  // There the reader says what becomes of the token.
  if (document.body.dataset.page === 'authenticate') return (await import('./landing-form.ts')).prepareForm()

  const given = query.get('session_token')
  if (given !== null) await takeOver(given, query.get('user_id') ?? '')
  else await checkStored()
  const reset = query.get('reset_password_token')
  if (reset !== null && query.get('action') === 'reset_password') (await modal()).openReset(reset)
}

/** Opens the login modal for a link to `/login`. */
export const openLogin = async (link: HTMLAnchorElement): Promise<void> => (await modal()).openLogin(link)

/** Fetches what the modal needs, before anybody asks for it. */
export const prepare = (): void => void modal().catch(() => {})

const modal = () => import('./login-modal.ts')

/** A session that was handed over in the query. What the page shows of its reader is old once it is good. */
const takeOver = async (token: string, userId: string): Promise<void> => {
  const found = await checkSession(token)
  if (found.kind !== 'good') return checkStored()
  storeSession({ token, userId: found.userId ?? userId })
  location.reload()
}

const checkStored = async (): Promise<void> => {
  const token = storedToken()
  if (token === null) return
  const found = await checkSession(token)
  if (found.kind === 'unknown' || storedToken() !== token) return
  if (found.kind === 'bad') forgetSession()
  showSignedIn(found.kind === 'good')
}
