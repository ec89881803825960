import type { SessionNews } from '../session-news.ts'
import { checkSession } from './check-session.ts'
import { reportLogin } from './complete-login.ts'
import { showSignedIn } from './login-link.ts'
import { forgetSession, storedToken, storeSession, takeReturn } from './stored-session.ts'
import { takeNews } from './take-news.ts'

/**
 * A page was opened: with news of the server, with something in its query, or by a browser that has stored a session (SPEC
 * §2, §4). Sessions come and go by what the server says alone: an address is anybody's, also that of a page that shows an
 * error.
 */
export const arrive = async (query: URLSearchParams): Promise<void> => {
  await hear(takeNews())
  const reset = query.get('action') === 'reset_password' ? query.get('reset_password_token') : null
  if (document.body.dataset.page === 'authenticate') {
    // There the reader says what becomes of the token. The page has looked at a link for a password already.
    const isGood = reset !== null && document.getElementById('new-password') !== null
    return isGood ? (await modal()).openReset(reset) : (await import('./landing-form.ts')).prepareForm()
  }
  await checkStored()
  if (reset !== null) (await modal()).openReset(reset)
}

/** Opens the login modal for a link to `/login`. */
export const openLogin = async (link: HTMLAnchorElement): Promise<void> => (await modal()).openLogin(link)

/** Fetches what the modal needs, before anybody asks for it. */
export const prepare = (): void =>
  void modal()
    .then(({ prepareLogin }) => prepareLogin())
    .catch(() => {})

const modal = () => import('./login-modal.ts')

const hear = async (news: SessionNews | null): Promise<void> => {
  if (news?.kind === 'out') forgetSession()
  if (news?.kind !== 'in') return
  const { token, userId, login } = news
  storeSession({ token, userId })
  showSignedIn(true)
  // The server has led on already.
  takeReturn()
  if (login !== null) await reportLogin({ userId, ...login }, login.method)
}

const checkStored = async (): Promise<void> => {
  const token = storedToken()
  if (token === null) return
  const found = await checkSession(token)
  if (found.kind === 'unknown' || storedToken() !== token) return
  if (found.kind === 'bad') forgetSession()
  // The header tells of the cookie, which is what the site goes by.
  showSignedIn(found.kind === 'good' || found.signedIn)
}
