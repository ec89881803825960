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

/** Returns the address for mail other than sign-in: the first verified one; null if there is none. */
export const mailAddressOf = ({ emails }: Pick<Named, 'emails'>): string | null =>
  emails.find(({ verified }) => verified)?.email ?? null

/**
 * Returns the verified email address, or else the phone number, that identifies an account to the person asked about it; null if nothing is
 * verified. Names don't qualify, since they are freely chosen.
 */
export const provedContact = ({ emails, phone_numbers }: Pick<Named, 'emails' | 'phone_numbers'>): string | null =>
  emails.find(({ verified }) => verified)?.email ?? phone_numbers.find(({ verified }) => verified)?.phone_number ?? null

/**
 * True if an account has a verified contact, as evidence of a person: someone receives messages at its address or number, which is costly
 * to do a thousand times. Passwords, authenticator apps and wallets don't qualify, because bots can create any number of them.
 */
export const hasProvedContact = (user: Pick<Named, 'emails' | 'phone_numbers'>): boolean => provedContact(user) !== null
