import { ApiError, NotBegunHereError } from '@corroborate/widget/client'
import { paths, sameOriginPath } from '../../../kit/doi/index.ts'
import { sessionMinutes } from '../session-minutes.ts'
import { completeErrand, completeLogin } from './complete-login.ts'
import { owesSecond, signInClient } from './confirm-session.ts'
import { type Errand, errandWords, takeErrand } from './left-account.ts'
import { resultOf, takeLeftLogin, takeRequestedLink } from './login-result.ts'
import { storedReturn, storeReturn } from './stored-session.ts'

const keyTypes: ReadonlySet<string> = new Set([
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
])

const begunElsewhere =
  'This login was started in another browser, or a newer one has replaced it. Start again to log in.'
const noAnswer = 'The login service is not responding. Try again.'

/** Why a token was not taken, for the reader; `isRefused`: it will not be taken later either. */
export const callbackError = (error: unknown): { sentence: string; isRefused: boolean } => {
  if (error instanceof NotBegunHereError) return { sentence: begunElsewhere, isRefused: true }
  if (!(error instanceof ApiError)) return { sentence: noAnswer, isRefused: false }
  if (keyTypes.has(error.error_type)) return { sentence: begunElsewhere, isRefused: true }
  return { sentence: error.error_message, isRefused: !isPassing(error.status_code) }
}

/** A provider that is busy, or has trouble of its own, has taken nothing: the same token may be sent again (RFC 9110, 15.6; RFC 6585, 4). */
const isPassing = (status: number): boolean => status === 429 || status >= 500

/**
 * Takes over the form at `/authenticate`, so that the browser itself talks to the provider, which sees the real client and may require the
 * PKCE verifier stored in this browser. A return from a social provider needs no click: the client rejects tokens without the key stored
 * when this browser started. The browser that requested a magic link submits automatically, too.
 */
export const prepareForm = (): void => {
  leadBack()
  errand = takeErrand()
  if (errand !== null) tellErrand(errandWords[errand])
  const form = document.querySelector<HTMLFormElement>('form[data-finish]')
  if (form === null) return
  form.addEventListener('submit', event => {
    event.preventDefault()
    void finish(form)
  })
  if (form.dataset.finish !== 'social') return void pressIfAsked(form)
  login = takeLeftLogin()
  form.requestSubmit()
}

/** The nonce of the login that is completed here; null where this browser did not start it. */
let login: string | null = null

/** Reason why a signed-in user left this tab, unknown to the server; null for a login. */
let errand: Errand | null = null

/** Replaces the page's login copy if this is not a login. */
const tellErrand = ({ doing, failed }: (typeof errandWords)[Errand]): void => {
  const title = document.getElementById('landing-title')
  if (title !== null) title.textContent = doing
  const refused = document.querySelector('h1[data-refused]')
  if (refused === null) return
  refused.textContent = failed
  document.querySelector('a[data-back="login"]')?.remove()
}

/** Path on which the user started, unknown to the server. */
const backPath = (): string | null => sameOriginPath(storedReturn(), location.origin)

/** Points the links of an error page there. */
const leadBack = (): void => {
  const path = backPath()
  if (path === null) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-back]')) {
    link.href = link.dataset.back === 'login' ? paths.login(path) : path
  }
}

const pressIfAsked = async (form: HTMLFormElement): Promise<void> => {
  const asked = await takeRequestedLink(fieldsOf(form)('token') ?? '')
  login = asked?.login ?? null
  if (asked !== null || form.dataset.asked === 'true') form.requestSubmit()
}

const finish = async (form: HTMLFormElement): Promise<void> => {
  const field = fieldsOf(form)
  setBusy(form, true)
  try {
    const { method, answer } = await spend(form, field('token') ?? '')
    if (owesSecond(signInClient())) return await askForSecondFactor(form, method, field('redirect_url'))
    const result = resultOf(answer)
    if (result === null) throw new Error('Unexpected response from the identity provider.')
    if (errand !== null) await completeErrand(result)
    else await completeLogin(result, { method, login, redirect: field('redirect_url') })
  } catch (error) {
    setBusy(form, false)
    explain(form, callbackError(error))
  }
}

/** Prompts for the second factor over this page, since the site accepts only sessions with both factors. */
const askForSecondFactor = async (form: HTMLFormElement, method: string, redirect: string | null): Promise<void> => {
  if (redirect !== null) storeReturn(location.origin + redirect)
  const { openSecondFactor } = await import('./login-modal.ts')
  openSecondFactor({ method, login }, () => {
    setBusy(form, false)
    explain(form, { sentence: 'Enter the code from your authenticator app.', isRefused: true })
  })
}

const spend = async (form: HTMLFormElement, token: string): Promise<{ method: string; answer: unknown }> => {
  const { oauth, magicLinks } = signInClient()
  const duration = { session_duration_minutes: sessionMinutes }
  if (form.dataset.finish !== 'social') {
    return { method: 'magic_link', answer: await magicLinks.authenticate(token, duration) }
  }
  const answer = await oauth.authenticate(token, duration)
  return { method: `oauth_${answer.provider_type.toLowerCase()}`, answer }
}

const fieldsOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return (name: string): string | null => {
    const value = data.get(name)
    return typeof value === 'string' ? value : null
  }
}

const setBusy = (form: HTMLFormElement, busy: boolean): void => {
  const button = form.querySelector('button')
  if (button === null) return
  button.disabled = busy
  const doing = errand === null ? 'Logging in…' : errandWords[errand].button
  button.textContent = busy ? doing : errand === null ? 'Log in' : 'Try again'
}

/** Shows the error, and an alternative if this link is no longer usable. */
const explain = (form: HTMLFormElement, { sentence, isRefused }: ReturnType<typeof callbackError>): void => {
  form.querySelector('[role="alert"]')?.remove()
  const problem = document.createElement('p')
  problem.role = 'alert'
  problem.append(sentence)
  const again = document.createElement('a')
  again.href = errand !== null ? (backPath() ?? paths.account) : paths.login(backPath() ?? '/')
  again.textContent = errand !== null ? 'Back to your account' : 'Log in another way'
  const title = document.getElementById('landing-title')
  if (title === null) {
    problem.className = 'problem'
    if (isRefused) problem.append(' ', again)
    form.append(problem)
    return
  }
  title.textContent = errand === null ? 'You are not logged in' : errandWords[errand].failed
  problem.className = 'lead'
  form.prepend(problem)
  again.className = 'button'
  if (isRefused) form.querySelector('.actions')?.replaceChildren(again)
}
