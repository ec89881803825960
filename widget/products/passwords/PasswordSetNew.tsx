import { ResetMailSent } from './ResetMailSent.tsx'

/** Says that a mail was sent with the links to make a first password, or to log in. */
export const PasswordSetNew = () => <ResetMailSent of="passwordSetNew" />
