import { ApiError } from '@corroborate/widget/client'
import { sessionMinutes } from '../session-minutes.ts'
import { takeLinkAsked } from './asked-links.ts'
import { completeLogin } from './complete-login.ts'
import { resultOf } from './login-result.ts'
import { signInClient } from './sign-in-client.ts'

/**
 * Takes over the form of the page at `/authenticate`: the browser itself then talks to the provider, which sees who it is and
 * may ask for the verifier that only this browser has. The browser that asked for this very mail presses the button by itself.
 */
export const prepareForm = (): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-finish="link"]')
  if (form === null) return
  form.addEventListener('submit', event => {
    event.preventDefault()
    void spendLink(form)
  })
  void pressIfAsked(form)
}

const pressIfAsked = async (form: HTMLFormElement): Promise<void> => {
  const isAsked = await takeLinkAsked(fieldsOf(form)('token') ?? '')
  if (isAsked || form.dataset.asked === 'true') form.requestSubmit()
}

const spendLink = async (form: HTMLFormElement): Promise<void> => {
  const field = fieldsOf(form)
  setBusy(form, true)
  try {
    const answer = await signInClient().magicLinks.authenticate(field('token') ?? '', {
      session_duration_minutes: sessionMinutes,
    })
    const result = resultOf(answer)
    if (result === null) throw new Error('The provider answered something else.')
    await completeLogin(result, { method: 'magic_link', redirect: field('redirect_url') })
  } catch (error) {
    setBusy(form, false)
    explain(form, error)
  }
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
  button.textContent = busy ? 'Logging in…' : 'Log in'
}

/** Says what went wrong below the button, and offers the way to a new link. */
const explain = (form: HTMLFormElement, error: unknown): void => {
  const isRefused = error instanceof ApiError
  const sentence = isRefused ? error.error_message : 'The service that signs people in does not answer. Try again.'
  form.querySelector('.problem')?.remove()
  const problem = document.createElement('p')
  problem.className = 'problem'
  problem.role = 'alert'
  problem.append(sentence)
  if (isRefused) {
    const again = document.createElement('a')
    again.href = '/login'
    again.textContent = 'Log in another way'
    problem.append(' ', again)
  }
  form.append(problem)
}
