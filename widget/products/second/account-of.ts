import type { User } from '../../form/index.ts'

/** By what people know whose account it is: an address or a number that was proved, else any address; empty for none. Pure. */
export const accountOf = ({ emails, phone_numbers }: Pick<User, 'emails' | 'phone_numbers'>): string =>
  emails.find(({ verified }) => verified)?.email ??
  phone_numbers.find(({ verified }) => verified)?.phone_number ??
  emails[0]?.email ??
  ''
