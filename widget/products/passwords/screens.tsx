import type { ReactNode } from 'react'
import {
  Button,
  Divider,
  type EmailWay,
  ErrorText,
  emailWay,
  Filled,
  Mark,
  ScreenFrame,
  useAttempt,
  useEnterEmail,
  useFlowComplete,
  useWidget,
} from '../../form/index.ts'
import { sendReset, useTexts } from './send-password.ts'

/** Button to mail a link or an OTP instead of using the password. */
export const EmailMe = ({ way, children }: { way: EmailWay; children: string }) => {
  const { state, dispatch } = useWidget()
  const enterEmail = useEnterEmail()
  const { busy, error, run } = useAttempt()
  return (
    <>
      <Button
        look="secondary"
        busy={busy}
        onClick={() =>
          run(
            () => enterEmail(state.passwordState.email, way),
            screen => dispatch({ type: 'transition', screen }),
          )
        }
      >
        {children}
      </Button>
      <ErrorText>{error}</ErrorText>
    </>
  )
}

type Props = {
  /** Strings of the mail's reason. */
  of: 'passwordBreached' | 'passwordDedupe' | 'passwordForgot' | 'passwordSetNew'
  /** Further buttons. */
  children?: ReactNode
}

/** Confirms a password mail with its reason, and a button to resend it. */
const ResetMailSent = ({ of, children }: Props) => {
  const widget = useWidget()
  const { client, state, toast } = widget
  const texts = useTexts()
  const { email } = state.passwordState
  const { busy, run } = useAttempt()

  const resend = () => {
    client.telemetry.log('email_try_again_clicked', { email, type: 'reset_password' })
    run(
      () => sendReset(widget, email),
      () => toast.success(texts.passwordMail.resent),
      (_, sentence) => {
        toast.error(sentence)
        return undefined
      },
    )
  }

  return (
    <ScreenFrame heading={texts[of].heading} back>
      <p className="siw-text">
        <Filled text={texts[of].sent} values={{ email: <b>{email}</b> }} />
      </p>
      <p className="siw-text">
        {texts.passwordMail.question}{' '}
        <Button look="link" busy={busy} onClick={resend}>
          {texts.passwordMail.resend}
        </Button>
      </p>
      {children}
    </ScreenFrame>
  )
}

/** Confirms a mail sent because the account's password is in a known breach and was disabled. */
export const PasswordBreached = () => <ResetMailSent of="passwordBreached" />

/** Confirms the sign-in by password or by a password reset mail's link. */
export const PasswordConfirmation = () => {
  const { heading, loggedIn } = useTexts().passwordConfirmation
  useFlowComplete()
  return (
    <ScreenFrame heading={heading}>
      <Mark of="success" large />
      <p className="siw-text">{loggedIn}</p>
    </ScreenFrame>
  )
}

/** Confirms a mail sent because the address already has an account or its password must be renewed. */
export const PasswordDedupe = () => <ResetMailSent of="passwordDedupe" />

/** Confirms that a password reset link was mailed. */
export const PasswordForgot = () => {
  const { settings } = useWidget()
  const { passwordMail } = useTexts()
  return (
    <ResetMailSent of="passwordForgot">
      <Divider />
      <EmailMe way={emailWay(settings) ?? 'link'}>{passwordMail.withoutPassword}</EmailMe>
    </ResetMailSent>
  )
}

/** Confirms a mail with links to create a first password, or to log in. */
export const PasswordSetNew = () => <ResetMailSent of="passwordSetNew" />
