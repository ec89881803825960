import {
  type Attempt,
  errorTypeOf,
  mergeTexts,
  type Screen,
  useAttempt,
  useWidget,
  type Widget,
} from '../../form/index.ts'
import { en, type PasswordTexts } from './en.ts'
import { resetOptions } from './reset-options.ts'

/** Purpose of a rejected password. */
type Attempted = 'create' | 'authenticate'

/**
 * Returns the screen for a reset mail after a rejected password, or null if the message suffices. A breached new password only has to be
 * changed; with a breached existing one the user must verify the mailbox.
 */
export const mailScreenAfter = (attempted: Attempted, error: unknown): Screen | null => {
  const type = errorTypeOf(error)
  if (type === 'reset_password') return 'PasswordDedupe'
  return type === 'breached_password' && attempted === 'authenticate' ? 'PasswordBreached' : null
}

/** Milliseconds to wait for the reason before the general one is given. */
const patience = 3_000

/**
 * True if the password is in a known breach according to its grade. False if grading fails or times out. Providers return `reset_password`
 * for this too, since published clients know no other error type.
 */
export const isBreached = (grade: Promise<{ breached_password: boolean }>): Promise<boolean> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, patience, false)
    const settle = (found: boolean): void => {
      clearTimeout(timer)
      resolve(found)
    }
    grade.then(
      ({ breached_password }) => settle(breached_password === true),
      () => settle(false),
    )
  })

/** True if the mailed link's token is permanently invalid, so that a new mail is needed. */
export const isDeadToken = (error: unknown): boolean => deadTokenTypes.has(errorTypeOf(error) ?? '')

const deadTokenTypes: ReadonlySet<string> = new Set([
  'unable_to_auth_password_reset_token',
  'unable_to_auth_magic_link',
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
])

/** Mails password reset links with the page's options. Reports it to the page and to the provider's log. */
export const sendReset = async ({ client, settings, emit }: Widget, email: string): Promise<void> => {
  const data = await client.passwords.resetByEmailStart({ email, ...resetOptions(settings) })
  client.telemetry.log('email_sent', { email, type: 'reset_password' })
  emit({ type: 'PASSWORD_RESET_BY_EMAIL_START', data })
}

/** The texts of this product: in English they come with it, so that other forms need not carry them. */
export const useTexts = (): PasswordTexts => mergeTexts(en, useWidget().strings as PasswordTexts)

export type SendPassword = Pick<Attempt, 'busy' | 'error' | 'setError'> & { send: (password: string) => void }

/**
 * Creates a password account or signs in to one, and shows the next screen: signed in, or a mail was sent because the provider requires
 * verifying the mailbox.
 */
export const useSendPassword = (attempted: Attempted): SendPassword => {
  const widget = useWidget()
  const { client, settings, state, dispatch, emit, explain } = widget
  const { email } = state.passwordState
  const { busy, error, setError, run } = useAttempt()

  const send = async (password: string): Promise<Screen> => {
    try {
      const { sessionDurationMinutes } = settings.sessionOptions
      const asked = { email, password, session_duration_minutes: sessionDurationMinutes }
      if (attempted === 'create') emit({ type: 'PASSWORD_CREATE', data: await client.passwords.create(asked) })
      else emit({ type: 'PASSWORD_AUTHENTICATE', data: await client.passwords.authenticate(asked) })
      return 'PasswordConfirmation'
    } catch (refusal) {
      const screen = mailScreenAfter(attempted, refusal)
      if (screen === null) throw refusal
      // The next screen informs the user; this informs the page.
      explain(refusal)
      const asksWhy = attempted === 'authenticate' && screen === 'PasswordDedupe'
      const [breached] = await Promise.all([
        asksWhy && isBreached(client.passwords.strengthCheck({ password })),
        sendReset(widget, email),
      ])
      return breached ? 'PasswordBreached' : screen
    }
  }

  return {
    busy,
    error,
    setError,
    send: password =>
      run(
        () => send(password),
        screen => dispatch({ type: 'transition', screen }),
      ),
  }
}
