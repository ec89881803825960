type Named = {
  name: { first_name: string; last_name: string }
  emails: readonly { email: string; verified: boolean }[]
  phone_numbers: readonly { phone_number: string; verified: boolean }[]
}

/** First and last name, or nothing when there is no first name: the name that others may see. */
export const publicName = ({ name: { first_name, last_name } }: Pick<Named, 'name'>): string =>
  first_name.trim() === '' ? '' : `${first_name} ${last_name}`.trim()

/** The address to write to: the first that was proved. */
export const emailOf = ({ emails }: Pick<Named, 'emails'>): string | null =>
  (emails.find(({ verified }) => verified) ?? emails[0])?.email ?? null

/** The address that mails other than those of signing in go to: the first that was proved; null when none was. */
export const mailAddressOf = ({ emails }: Pick<Named, 'emails'>): string | null =>
  emails.find(({ verified }) => verified)?.email ?? null

/**
 * The address, or else the phone number, that the owner of an account has proved, and that names the account to the person who is
 * asked about it; null when nothing was proved. Names are anybody's choice.
 */
export const provedContact = ({ emails, phone_numbers }: Pick<Named, 'emails' | 'phone_numbers'>): string | null =>
  emails.find(({ verified }) => verified)?.email ?? phone_numbers.find(({ verified }) => verified)?.phone_number ?? null

/**
 * Whether somebody has shown that a person is behind an account: that they receive what is sent to an address or a number of
 * it. Neither costs nothing a thousand times over. A password, an authenticator app or a wallet does: a program makes as
 * many as it likes, so that they open an account and prove nobody.
 */
export const hasProvedContact = (user: Pick<Named, 'emails' | 'phone_numbers'>): boolean => provedContact(user) !== null
