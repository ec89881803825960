import { useWidget } from '../context/index.ts'
import { ResetMailSent } from '../passwords/index.ts'

/** Somebody without a password was mailed the links to make one, or to log in. */
export const PasswordSetNew = () => {
  const { strings } = useWidget()
  const { heading, sent } = strings.passwordSetNew
  return <ResetMailSent heading={heading} text={sent} />
}
