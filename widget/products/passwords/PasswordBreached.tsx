import { ResetMailSent } from './ResetMailSent.tsx'

/** The password of an account is known from a leak elsewhere, and no longer lets anybody in. */
export const PasswordBreached = () => <ResetMailSent of="passwordBreached" />
