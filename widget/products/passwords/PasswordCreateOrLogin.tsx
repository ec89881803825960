import { useEffect, useRef, useState } from 'react'
import {
  Alert,
  Button,
  Divider,
  ErrorText,
  emailWay,
  PasswordField,
  type Screen,
  ScreenFrame,
  ScreenView,
  Spinner,
  useAttempt,
  useEnterEmail,
  useWidget,
} from '../../form/index.ts'
import { NewPasswordForm, Username } from './NewPasswordForm.tsx'
import { EmailMe } from './screens.tsx'
import { sendReset, useSendPassword, useTexts } from './send-password.ts'

/** Continues after the address according to its account and password. */
export const PasswordCreateOrLogin = () => {
  const { state } = useWidget()
  const Variant = variants[state.passwordState.type]
  return <Variant />
}

/** For an address without an account: prompts for a new password, or mails a link or an OTP. */
const CreateAccount = () => {
  const { settings, state } = useWidget()
  const { email } = state.passwordState
  const { busy, error, setError, send } = useSendPassword('create')
  const way = emailWay(settings)
  const { choose, finish, emailLink, emailCode } = useTexts().passwordCreateOrLogin
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

/** For an account with a password. */
const LogIn = () => {
  const widget = useWidget()
  const { strings, settings, state, dispatch } = widget
  const { email } = state.passwordState
  const [password, setPassword] = useState('')
  const { busy, error, setError, send } = useSendPassword('authenticate')
  const forgot = useAttempt()
  const way = emailWay(settings)
  const { logIn, forgotPassword, emailLink, emailCode } = useTexts().passwordCreateOrLogin
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
              () => sendReset(widget, email),
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

/** For an account without a password: mails a link or an OTP at once and offers to create a password, or mails the links to create one. */
const Passwordless = () => {
  const widget = useWidget()
  const { settings, state, dispatch } = widget
  const { email } = state.passwordState
  const { error, run } = useAttempt()
  const enterEmail = useEnterEmail()
  const [sent, setSent] = useState<Screen>()
  const hasBegun = useRef(false)
  const way = emailWay(settings)

  const send = () => {
    if (way !== null) return run(() => enterEmail(email, way), setSent)
    run(
      () => sendReset(widget, email),
      () => dispatch({ type: 'transition', screen: 'PasswordSetNew' }),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is reached.
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    send()
  }, [])

  const { sending, sendAgain } = useTexts().passwordCreateOrLogin
  const isSending = sent === undefined && error === undefined
  return (
    <div className="siw-stack">
      {sent !== undefined && sent !== 'Main' && <ScreenView screen={sent} />}
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
  const widget = useWidget()
  const { state, dispatch } = widget
  const { passwordInstead } = useTexts().passwordCreateOrLogin
  const { busy, error, run } = useAttempt()
  return (
    <>
      <Divider />
      <Button
        look="secondary"
        busy={busy}
        onClick={() =>
          run(
            () => sendReset(widget, state.passwordState.email),
            () => dispatch({ type: 'transition', screen: 'PasswordSetNew' }),
          )
        }
      >
        {passwordInstead}
      </Button>
      <ErrorText>{error}</ErrorText>
    </>
  )
}

const variants = { new: CreateAccount, password: LogIn, passwordless: Passwordless }
