import { useWidget } from '../context/index.ts'
import { ResetMailSent } from '../passwords/index.ts'

/** The password of an account is known from a leak elsewhere, and no longer lets anybody in. */
export const PasswordBreached = () => {
  const { strings } = useWidget()
  const { heading, sent } = strings.passwordBreached
  return <ResetMailSent heading={heading} text={sent} />
}
