import { ResetMailSent } from './ResetMailSent.tsx'

/** Somebody without a password was mailed the links to make one, or to log in. */
export const PasswordSetNew = () => <ResetMailSent of="passwordSetNew" />
