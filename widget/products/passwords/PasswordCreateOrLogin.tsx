import { useEffect, useRef, useState } from 'react'
import { useAttempt } from '../../form/attempt/index.ts'
import { useWidget } from '../../form/context/index.ts'
import { emailWay, useMails } from '../../form/email/index.ts'
import { Alert, Button, Divider, ErrorText, PasswordField, ScreenFrame, Spinner } from '../../form/parts/index.ts'
import type { Screen } from '../../form/state/index.ts'
import { EmailConfirmation } from '../email/EmailConfirmation.tsx'
import { OTPAuthenticate } from '../passcodes/OTPAuthenticate.tsx'
import { EmailMe, NewPasswordForm, Username, useSendPassword } from './index.ts'

/** An address is known; what the provider knows of it decides what is asked for. */
export const PasswordCreateOrLogin = () => {
  const { state } = useWidget()
  const Variant = variants[state.passwordState.type]
  return <Variant />
}

/** Nobody has this address yet: they choose a password, or go without one. */
const CreateAccount = () => {
  const { strings, settings, state } = useWidget()
  const { email } = state.passwordState
  const { busy, error, setError, send } = useSendPassword('create')
  const way = emailWay(settings)
  const { choose, finish, emailLink, emailCode } = strings.passwordCreateOrLogin
  return (
    <ScreenFrame heading={way === null ? finish : choose} back>
      {way !== null && (
        <>
          <EmailMe way={way}>{way === 'link' ? emailLink : emailCode}</EmailMe>
          <Divider />
          <h3 className="siw-subheading">{finish}</h3>
        </>
      )}
      <NewPasswordForm
        email={email}
        showsEmail
        busy={busy}
        error={error}
        onEdit={() => setError(undefined)}
        onSubmit={send}
      />
    </ScreenFrame>
  )
}

/** Somebody with a password. */
const LogIn = () => {
  const { strings, settings, state, dispatch } = useWidget()
  const { email } = state.passwordState
  const [password, setPassword] = useState('')
  const { busy, error, setError, send } = useSendPassword('authenticate')
  const forgot = useAttempt()
  const { sendReset } = useMails()
  const way = emailWay(settings)
  const { logIn, forgotPassword, emailLink, emailCode } = strings.passwordCreateOrLogin
  return (
    <ScreenFrame heading={logIn} back>
      <form
        className="siw-stack"
        onSubmit={event => {
          event.preventDefault()
          send(password)
        }}
      >
        <Username email={email} />
        <PasswordField
          kind="current"
          value={password}
          onText={text => {
            setPassword(text)
            setError(undefined)
          }}
          error={error}
        />
        <Button
          look="link"
          busy={forgot.busy}
          onClick={() =>
            forgot.run(
              () => sendReset(email),
              () => dispatch({ type: 'transition', screen: 'PasswordForgot' }),
            )
          }
        >
          {forgotPassword}
        </Button>
        <ErrorText>{forgot.error}</ErrorText>
        <Button submit busy={busy}>
          {strings.common.continue}
        </Button>
      </form>
      {way !== null && (
        <>
          <Divider />
          <EmailMe way={way}>{way === 'link' ? emailLink : emailCode}</EmailMe>
        </>
      )}
    </ScreenFrame>
  )
}

/** Somebody who has never had a password: a mail goes out by itself, and they may ask to make one. */
const Passwordless = () => {
  const { strings, settings, state, dispatch } = useWidget()
  const { email } = state.passwordState
  const { error, run } = useAttempt()
  const { sendWayIn, sendReset } = useMails()
  const [sent, setSent] = useState<Screen>()
  const hasBegun = useRef(false)
  const way = emailWay(settings)

  const send = () => {
    if (way !== null) return run(() => sendWayIn(email, way), setSent)
    run(
      () => sendReset(email),
      () => dispatch({ type: 'transition', screen: 'PasswordSetNew' }),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is reached.
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    send()
  }, [])

  const { sending, sendAgain } = strings.passwordCreateOrLogin
  const isSending = sent === undefined && error === undefined
  return (
    <div className="siw-stack">
      {sent === 'EmailConfirmation' && <EmailConfirmation />}
      {sent === 'OTPAuthenticate' && <OTPAuthenticate />}
      {isSending && (
        <ScreenFrame heading={sending} back>
          <Spinner label={sending} />
        </ScreenFrame>
      )}
      {error !== undefined && (
        <ScreenFrame back>
          <Alert>{error}</Alert>
          <Button onClick={send}>{sendAgain}</Button>
        </ScreenFrame>
      )}
      {way !== null && !isSending && <PasswordInstead />}
    </div>
  )
}

const PasswordInstead = () => {
  const { strings, state, dispatch } = useWidget()
  const { busy, error, run } = useAttempt()
  const { sendReset } = useMails()
  return (
    <>
      <Divider />
      <Button
        look="secondary"
        busy={busy}
        onClick={() =>
          run(
            () => sendReset(state.passwordState.email),
            () => dispatch({ type: 'transition', screen: 'PasswordSetNew' }),
          )
        }
      >
        {strings.passwordCreateOrLogin.passwordInstead}
      </Button>
      <ErrorText>{error}</ErrorText>
    </>
  )
}

const variants = { new: CreateAccount, password: LogIn, passwordless: Passwordless }
