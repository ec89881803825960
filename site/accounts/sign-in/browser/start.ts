import { siteStorageKeys } from '@corroborate/wire/storage'
import { adoptKept, attempt, whenLoggedOutElsewhere } from '../../../kit/browser/index.ts'
import { actingParams } from '../../../kit/doi/index.ts'
import { claimHistoryEntry } from './claim-history-entry.ts'
import { hasFormSession } from './form-session.ts'
import { showSignedIn } from './login-link.ts'
import { hasNews } from './take-news.ts'

const load = () => import('./signing-in.ts')

const arrive = (): void => {
  const query = new URLSearchParams(location.search)
  // Out of the address bar, and off the page's history, before anything else happens.
  const means = ['session_token', 'clear_session', 'reset_password_token', 'stytch_token_type'].some(name =>
    query.has(name),
  )
  if (means) {
    const url = new URL(location.href)
    for (const name of actingParams) url.searchParams.delete(name)
    history.replaceState(history.state, '', url)
  }
  const stored = attempt(() => localStorage.getItem(siteStorageKeys.sessionToken))
  const news = hasNews()
  if (stored !== null && !news) showSignedIn(true)
  // What went wrong elsewhere is told there without any of these.
  const isLanding = document.body.dataset.page === 'authenticate'
  const isRefused = document.querySelector('a[data-refused-form]') !== null
  if (means || isLanding || isRefused || news || stored !== null || hasFormSession())
    void load().then(signingIn => signingIn.arrive(query))
}

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/login"]') : null

/** What every page does about signing in. It is small because every page loads it: the rest comes when it is needed. */
export const startSignIn = (): void => {
  addEventListener('click', event => {
    const link = linkOf(event)
    if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    link.ariaBusy = 'true'
    // Without the rest, the link's own page does.
    load()
      .then(signingIn => signingIn.openLogin(link))
      .catch(() => location.assign(link.href))
      .finally(() => link.removeAttribute('aria-busy'))
  })
  // Who points at it, or comes to it by keyboard, will press it.
  for (const type of ['pointerover', 'focusin'])
    addEventListener(type, event => linkOf(event) && void load().then(signingIn => signingIn.prepare()))

  // Another tab has signed in or out, or a page from before comes back: what it shows of its reader is old.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === siteStorageKeys.sessionToken) showSignedIn(newValue !== null)
  })
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  // Not `reload`, which would send a form again that led here.
  whenLoggedOutElsewhere(() => location.replace(location.pathname + location.search))

  claimHistoryEntry()
  adoptKept()
  arrive()
}
