import { useWidget } from '../context/index.ts'
import { emailWay } from '../mails/index.ts'
import { Divider } from '../parts/index.ts'
import { EmailMe, ResetMailSent } from '../passwords/index.ts'

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
