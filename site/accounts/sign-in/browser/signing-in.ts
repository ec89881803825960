import { forgetKept } from '../../../kit/browser/index.ts'
import type { SessionNews } from '../session-news.ts'
import { checkSession } from './check-session.ts'
import { reportLogin } from './complete-login.ts'
import { hasFormSession } from './form-session.ts'
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
    // There the reader decides about the token. The page has looked at a link for a password already.
    const isGood = reset !== null && document.getElementById('new-password') !== null
    return isGood ? (await modal()).openReset(reset) : (await import('./landing-form.ts')).prepareForm()
  }
  const isOwed = await checkStored()
  // A form was submitted whose session had ended, and is held: its sender logs in. Not before the old session is forgotten, and with it the
  // way back.
  document.querySelector<HTMLAnchorElement>('a[data-refused-form]')?.click()
  if (reset !== null) return (await modal()).openReset(reset)
  if (isOwed || (storedToken() === null && hasFormSession())) await (await modal()).resumeSecondFactor()
}

/** Opens the login modal for a link to `/login`. */
export const openLogin = async (link: HTMLAnchorElement): Promise<void> => (await modal()).openLogin(link)

/** What this browser keeps of a session that has ended goes; who wanted something is asked to log in (`login`: its nonce). */
export const endSession = async ({ login }: { login: string | null }): Promise<void> => {
  forgetSession()
  if (login !== null) (await modal()).openLoginHere(login)
}

/** Fetches what the modal needs, before anybody asks for it. */
export const prepare = (): void =>
  void modal()
    .then(({ prepareLogin }) => prepareLogin())
    .catch(() => {})

const modal = () => import('./login-modal.ts')

const hear = async (news: SessionNews | null): Promise<void> => {
  if (news?.kind === 'out') {
    forgetSession()
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

/** Whether the session that is stored lacks the second factor. */
const checkStored = async (): Promise<boolean> => {
  const token = storedToken()
  if (token === null) return false
  const found = await checkSession(token)
  if (found.kind === 'unknown' || storedToken() !== token) return false
  if (found.kind === 'bad') forgetSession()
  // The header tells of the cookie, which is what the site goes by.
  showSignedIn(found.kind === 'good' || found.signedIn)
  return found.kind === 'owed'
}
