import { ResetMailSent } from './ResetMailSent.tsx'

/** The address has an account already, or its password must be renewed: the mailbox shows whose it is. */
export const PasswordDedupe = () => <ResetMailSent of="passwordDedupe" />
