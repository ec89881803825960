import type { User } from '@corroborate/wire/types'

/** The name that browsers show for a user beside the name of the account; empty for a user without one. Pure. */
export const fullName = ({ name }: Pick<User, 'name'>): string => `${name.first_name} ${name.last_name}`.trim()
