import { ResetMailSent } from './ResetMailSent.tsx'

/** Says that a mail was sent, because the address has an account already or its password must be renewed. */
export const PasswordDedupe = () => <ResetMailSent of="passwordDedupe" />
