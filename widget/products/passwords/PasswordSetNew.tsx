import { ResetMailSent } from './ResetMailSent.tsx'

/** Confirms a mail with links to create a first password, or to log in. */
export const PasswordSetNew = () => <ResetMailSent of="passwordSetNew" />
