import { ResetMailSent } from './ResetMailSent.tsx'

/** Says that a mail was sent, because the password of the account is known from a leak elsewhere and no longer works. */
export const PasswordBreached = () => <ResetMailSent of="passwordBreached" />
