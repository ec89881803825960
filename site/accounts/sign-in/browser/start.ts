import { siteStorageKeys } from '@corroborate/wire/storage'
import { adoptKept, attempt, pageReader, whenLoggedOutElsewhere } from '../../../kit/browser/index.ts'
import { actingParams } from '../../../kit/doi/index.ts'
import { showSignedIn } from './login-link.ts'
import { hasFormSession, hasNews } from './take-news.ts'

type Entry = { reader?: unknown } | null

/**
 * Ties a history entry to its account. Browsers restore form input and search text from history; if the entry belongs to another account,
 * the page is reloaded without them.
 */
const claimHistoryEntry = (): void => {
  const reader = pageReader()
  const entry = history.state as Entry
  const isOfAnother = typeof entry?.reader === 'string' && entry.reader !== reader
  if (!isOfAnother && (entry?.reader ?? null) === reader) return
  history.replaceState(isOfAnother ? { reader } : { ...entry, reader }, '')
  // Not `reload`, which fills the forms again.
  if (isOfAnother) location.replace(location.pathname + location.search)
}

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
  // Errors of a social provider are shown there without these.
  const isLanding = document.body.dataset.page === 'authenticate'
  const isRefused = document.querySelector('a[data-refused-form]') !== null
  if (means || isLanding || isRefused || news || stored !== null || hasFormSession())
    void load().then(signingIn => signingIn.arrive(query))
}

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/login"]') : null

/** Sign-in code of every page. Kept small; everything else is loaded on demand. */
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
  // Prefetches on hover and focus, which precede a press.
  for (const type of ['pointerover', 'focusin'])
    addEventListener(type, event => linkOf(event) && void load().then(signingIn => signingIn.prepare()))

  // Another tab has signed in or out, or the page was restored from the back/forward cache: its reader's state is stale.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === siteStorageKeys.sessionToken) showSignedIn(newValue !== null)
  })
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  // Not `reload`, which would resubmit a form that led here.
  whenLoggedOutElsewhere(() => location.replace(location.pathname + location.search))

  claimHistoryEntry()
  adoptKept()
  arrive()
}
