import { type Attempt, type Screen, useAttempt, useWidget } from '../../form/index.ts'
import { type Attempted, isBreached, mailScreenAfter } from './after-refusal.ts'
import { sendReset } from './send-reset.ts'

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
