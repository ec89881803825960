import type { User } from '../../form/index.ts'

/** Returns the account's display identity: a verified address or number, else any address; empty for none. Pure. */
export const accountOf = ({ emails, phone_numbers }: Pick<User, 'emails' | 'phone_numbers'>): string =>
  emails.find(({ verified }) => verified)?.email ??
  phone_numbers.find(({ verified }) => verified)?.phone_number ??
  emails[0]?.email ??
  ''
