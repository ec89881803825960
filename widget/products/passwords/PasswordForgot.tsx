import { Divider, emailWay, useWidget } from '../../form/index.ts'
import { EmailMe } from './EmailMe.tsx'
import { ResetMailSent } from './ResetMailSent.tsx'

/** Says that a link for a new password was mailed. */
export const PasswordForgot = () => {
  const { strings, settings } = useWidget()
  return (
    <ResetMailSent of="passwordForgot">
      <Divider />
      <EmailMe way={emailWay(settings) ?? 'link'}>{strings.passwordMail.withoutPassword}</EmailMe>
    </ResetMailSent>
  )
}
