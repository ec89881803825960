import { useWidget } from '../context/index.ts'
import { ResetMailSent } from '../passwords/index.ts'

/** The address has an account already, or its password must be renewed: the mailbox shows whose it is. */
export const PasswordDedupe = () => {
  const { strings } = useWidget()
  const { heading, sent } = strings.passwordDedupe
  return <ResetMailSent heading={heading} text={sent} />
}
