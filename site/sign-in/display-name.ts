type Named = {
  name: { first_name: string; last_name: string }
  emails: readonly { email: string; verified: boolean }[]
}

/** First and last name, or nothing when there is no first name: the name that others may see. */
export const publicName = ({ name: { first_name, last_name } }: Pick<Named, 'name'>): string =>
  first_name.trim() === '' ? '' : `${first_name} ${last_name}`.trim()

/** The address to write to: the first that was proved. */
export const emailOf = ({ emails }: Pick<Named, 'emails'>): string | null =>
  (emails.find(({ verified }) => verified) ?? emails[0])?.email ?? null
