import type { ReactNode } from 'react'
import { useAttempt } from '../../form/attempt/index.ts'
import { useWidget } from '../../form/context/index.ts'
import { useMails } from '../../form/email/index.ts'
import { Button, Filled, ScreenFrame } from '../../form/parts/index.ts'

type Props = {
  /** The texts that tell why a mail was sent. */
  of: 'passwordBreached' | 'passwordDedupe' | 'passwordForgot' | 'passwordSetNew'
  /** Other ways on. */
  children?: ReactNode
}

/** A mail for a new password is on its way, for the reason told; it can be had again. */
export const ResetMailSent = ({ of, children }: Props) => {
  const { client, strings, state, toast } = useWidget()
  const { email } = state.passwordState
  const { busy, run } = useAttempt()
  const { sendReset } = useMails()

  const resend = () => {
    client.telemetry.log('email_try_again_clicked', { email, type: 'reset_password' })
    run(
      () => sendReset(email),
      () => toast.success(strings.passwordMail.resent),
      (_, sentence) => {
        toast.error(sentence)
        return undefined
      },
    )
  }

  return (
    <ScreenFrame heading={strings[of].heading} back>
      <p className="siw-text">
        <Filled text={strings[of].sent} values={{ email: <b>{email}</b> }} />
      </p>
      <p className="siw-text">
        {strings.passwordMail.question}{' '}
        <Button look="link" busy={busy} onClick={resend}>
          {strings.passwordMail.resend}
        </Button>
      </p>
      {children}
    </ScreenFrame>
  )
}
