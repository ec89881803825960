import { ResetMailSent } from './ResetMailSent.tsx'

/** Confirms a mail sent because the account's password is in a known breach and was disabled. */
export const PasswordBreached = () => <ResetMailSent of="passwordBreached" />
