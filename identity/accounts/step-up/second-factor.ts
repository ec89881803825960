import type { AuthenticationFactor, User } from '@corroborate/wire/types'

const secondFactors: ReadonlySet<AuthenticationFactor['type']> = new Set(['totp', 'recovery_code'])

/** Whether a factor is asked for after another one, of whoever has it. A new second factor is added here. */
export const isSecondFactor = ({ type }: Pick<AuthenticationFactor, 'type'>): boolean => secondFactors.has(type)

/** Whether this user is asked for a second factor. */
export const hasSecondFactor = (user: Pick<User, 'totps'>): boolean => user.totps.some(({ verified }) => verified)
