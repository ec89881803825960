import { impersonatorOf } from '@corroborate/wire/impersonation'
import type { SecondFactorState } from '@corroborate/wire/second-factor'
import type { AuthenticationFactor, User } from '@corroborate/wire/types'

const secondFactors: ReadonlySet<AuthenticationFactor['type']> = new Set(['totp', 'recovery_code'])

/** The relevant fields of a proved factor. */
export type Proved = Pick<AuthenticationFactor, 'type'> & { webauthn_factor?: { user_verified: boolean } }

/**
 * True if a factor counts as a second factor. Add new second factors here. A passkey with user verification counts as two factors: the key,
 * and the PIN, fingerprint or face.
 */
export const isSecondFactor = ({ type, webauthn_factor }: Proved): boolean =>
  secondFactors.has(type) || webauthn_factor?.user_verified === true

/** True if this user must prove a second factor. */
export const hasSecondFactor = (user: Pick<User, 'totps'>): boolean => user.totps.some(({ verified }) => verified)

type Asked = {
  user: Pick<User, 'totps'>
  factors: readonly Proved[]
  /** The session began on a remembered device. */
  isRemembered: boolean
}

/**
 * Returns the session's second-factor state. Null if none is required: the user has no second factor, or an operator, who lacks the user's
 * phone, is impersonating them.
 */
export const secondFactorState = ({ user, factors, isRemembered }: Asked): SecondFactorState | null => {
  if (!hasSecondFactor(user) || impersonatorOf(factors) !== null) return null
  if (factors.some(isSecondFactor)) return 'proved'
  return isRemembered ? 'remembered' : 'owed'
}
