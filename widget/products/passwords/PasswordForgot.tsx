import { useWidget } from '../../form/context/index.ts'
import { emailWay } from '../../form/email/index.ts'
import { Divider } from '../../form/parts/index.ts'
import { EmailMe, ResetMailSent } from './index.ts'

/** A link for a new password was asked for. */
export const PasswordForgot = () => {
  const { strings, settings } = useWidget()
  return (
    <ResetMailSent of="passwordForgot">
      <Divider />
      <EmailMe way={emailWay(settings) ?? 'link'}>{strings.passwordMail.withoutPassword}</EmailMe>
    </ResetMailSent>
  )
}
