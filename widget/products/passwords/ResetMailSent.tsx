import type { ReactNode } from 'react'
import { Button, Filled, ScreenFrame, useAttempt, useWidget } from '../../form/index.ts'
import { sendReset } from './send-reset.ts'
import { useTexts } from './use-texts.ts'

type Props = {
  /** Strings of the mail's reason. */
  of: 'passwordBreached' | 'passwordDedupe' | 'passwordForgot' | 'passwordSetNew'
  /** Further buttons. */
  children?: ReactNode
}

/** Confirms a password mail with its reason, and a button to resend it. */
export const ResetMailSent = ({ of, children }: Props) => {
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
