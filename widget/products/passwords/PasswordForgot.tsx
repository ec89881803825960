import { Divider, emailWay, useWidget } from '../../form/index.ts'
import { EmailMe } from './EmailMe.tsx'
import { ResetMailSent } from './ResetMailSent.tsx'
import { useTexts } from './use-texts.ts'

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
