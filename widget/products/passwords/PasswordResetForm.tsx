import { readLanding, withoutCallbackParams } from '@corroborate/wire/landing'
import { useEffect, useRef, useState } from 'react'
import {
  Alert,
  Button,
  Divider,
  ErrorText,
  isEmailAddress,
  ScreenFrame,
  Spinner,
  TextField,
  useAttempt,
  useWidget,
} from '../../form/index.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { isDeadToken, sendReset, useTexts } from './send-password.ts'

type Props = {
  /** Why the link does not work. */
  reason: string
  /** The form before this one had the focus, so this one takes it. */
  takesFocus: boolean
}

/** Shown for an invalid link: asks for an address to mail a new one. */
const NewLink = ({ reason, takesFocus }: Props) => {
  const widget = useWidget()
  const { strings, state, dispatch } = widget
  const { heading, askAgain } = useTexts().passwordResetForm
  const [email, setEmail] = useState(state.passwordState.email)
  const { busy, error, setError, run } = useAttempt()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])

  const send = () => {
    const address = email.trim()
    if (!isEmailAddress(address)) return setError(strings.main.invalidEmail)
    run(
      () => sendReset(widget, address),
      () => {
        dispatch({ type: 'update_password_state', passwordState: { email: address } })
        dispatch({ type: 'transition', screen: 'PasswordForgot' })
      },
    )
  }

  return (
    <ScreenFrame heading={heading}>
      <Alert>{reason}</Alert>
      <form
        ref={form}
        className="siw-stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          label={strings.common.email}
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onText={text => {
            setEmail(text)
            setError(undefined)
          }}
          error={error}
        />
        <Button submit busy={busy}>
          {askAgain}
        </Button>
      </form>
    </ScreenFrame>
  )
}

/** Removes the token from the address bar after reading it, to keep it out of bookmarks, history and copied URLs. */
const useForgottenLanding = (token: string): void =>
  useEffect(() => {
    if (token === '' || readLanding(new URLSearchParams(location.search))?.token !== token) return
    history.replaceState(history.state, '', withoutCallbackParams(location.href))
  }, [token])

/**
 * State of a reset link before use. `asking` until the provider's response or a timeout; `unknown` if client or provider cannot tell: an
 * invalid link is then reported on submission.
 */
export type MailedLink =
  | { kind: 'asking' }
  | { kind: 'unknown' }
  /** Permanently invalid, with the reason. */
  | { kind: 'dead'; reason: string }
  /** `owner`: recipient address. `confirms`: the link also verifies this address. */
  | { kind: 'good'; owner: string; confirms: boolean }

/** Timeout before the form is shown, in ms. */
const patience = 3_000

/** Checks a reset link when it is opened, so that users see whose password they set, and don't choose one for an expired link. */
const useMailedLink = (token: string): MailedLink => {
  const { client, explain } = useWidget()
  const [link, setLink] = useState<MailedLink>(token === '' ? { kind: 'unknown' } : { kind: 'asking' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each token.
  useEffect(() => {
    if (token === '') return
    let isCurrent = true
    const settle = (answer: MailedLink): void => {
      if (isCurrent) setLink(answer)
      isCurrent = false
    }
    const timer = setTimeout(settle, patience, { kind: 'unknown' })
    void look(client, token).then(settle, error =>
      settle(isDeadToken(error) ? { kind: 'dead', reason: explain(error) } : { kind: 'unknown' }),
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, token])
  return link
}

const look = async (client: ReturnType<typeof useWidget>['client'], token: string): Promise<MailedLink> => {
  const { email_address: owner, email_verified } = await client.magicLinks.look(token)
  return { kind: 'good', owner, confirms: email_verified === false }
}

/**
 * Target page of a password reset mail: the first link prompts for a new password, the second logs in without one on load. An expired link
 * can be replaced. If the address is unverified, the link also verifies it, and the page says so.
 */
export const PasswordResetForm = () => {
  const { client, settings, strings, state, dispatch, emit } = useWidget()
  const texts = useTexts()
  const { token, logsIn } = state.resetPasswordState
  const { heading, confirmHeading, confirm, confirmWithout, incomplete, busy } = texts.passwordResetForm
  const [isDead, setDead] = useState(token === '')
  const link = useMailedLink(token)
  const email = link.kind === 'good' ? link.owner : state.passwordState.email || undefined
  const confirms = link.kind === 'good' && link.confirms
  const reset = useAttempt()
  const login = useAttempt()
  const minutes = { session_duration_minutes: settings.sessionOptions.sessionDurationMinutes }

  const finish = () => dispatch({ type: 'transition', screen: 'PasswordConfirmation' })
  const refused = (error: unknown, sentence: string) => {
    if (isDeadToken(error)) setDead(true)
    return sentence
  }
  const logIn = () => login.run(() => client.magicLinks.authenticate(token, minutes), finish, refused)
  const setPassword = (password: string) =>
    reset.run(
      async () =>
        emit({
          type: 'PASSWORD_RESET_BY_EMAIL',
          data: await client.passwords.resetByEmail({ token, password, ...minutes }),
        }),
      finish,
      refused,
    )

  useForgottenLanding(token)
  const hasBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => {
    if (!logsIn || isDead || hasBegun.current) return
    hasBegun.current = true
    logIn()
  }, [])

  const refusal = reset.error ?? login.error
  if (isDead || link.kind === 'dead') {
    const reason = refusal ?? (link.kind === 'dead' ? link.reason : incomplete)
    return <NewLink reason={reason} takesFocus={refusal !== undefined && !logsIn} />
  }
  if (logsIn) return <LoggingIn error={login.error} onRetry={logIn} />
  if (link.kind === 'asking') return <Spinner label={strings.common.loading} large />
  return (
    <ScreenFrame heading={confirms ? confirmHeading : heading}>
      {confirms && <p className="siw-text">{confirm}</p>}
      <NewPasswordForm
        email={email}
        showsEmail
        busy={reset.busy}
        error={reset.error}
        onEdit={() => reset.setError(undefined)}
        onSubmit={setPassword}
      />
      <Divider />
      <Button look="secondary" busy={login.busy} onClick={logIn}>
        {login.busy ? busy : confirms ? confirmWithout : texts.passwordMail.withoutPassword}
      </Button>
      <ErrorText>{login.error}</ErrorText>
    </ScreenFrame>
  )
}

const LoggingIn = ({ error, onRetry }: { error: string | undefined; onRetry: () => void }) => {
  const { loggingIn, retry } = useTexts().passwordResetForm
  return (
    <ScreenFrame heading={loggingIn}>
      {error === undefined ? (
        <Spinner label={loggingIn} large />
      ) : (
        <>
          <Alert>{error}</Alert>
          <Button onClick={onRetry}>{retry}</Button>
        </>
      )}
    </ScreenFrame>
  )
}
