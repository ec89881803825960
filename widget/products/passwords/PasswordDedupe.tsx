import { ResetMailSent } from './ResetMailSent.tsx'

/** Confirms a mail sent because the address already has an account or its password must be renewed. */
export const PasswordDedupe = () => <ResetMailSent of="passwordDedupe" />
