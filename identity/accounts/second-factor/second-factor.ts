import { impersonatorOf } from '@corroborate/wire/impersonation'
import type { SecondFactorState } from '@corroborate/wire/second-factor'
import type { AuthenticationFactor, User } from '@corroborate/wire/types'

const secondFactors: ReadonlySet<AuthenticationFactor['type']> = new Set(['totp', 'recovery_code'])

/** A proved factor, as far as it matters here. */
export type Proved = Pick<AuthenticationFactor, 'type'> & { webauthn_factor?: { user_verified: boolean } }

/**
 * Whether a factor does for what is asked for after another one. A new second factor is added here. A
 * passkey whose authenticator made sure who uses it is two in itself: the key, and the PIN, the finger or the face.
 */
export const isSecondFactor = ({ type, webauthn_factor }: Proved): boolean =>
  secondFactors.has(type) || webauthn_factor?.user_verified === true

/** Whether this user is asked for a second factor. */
export const hasSecondFactor = (user: Pick<User, 'totps'>): boolean => user.totps.some(({ verified }) => verified)

type Asked = {
  user: Pick<User, 'totps'>
  factors: readonly Proved[]
  /** The session began on a device that the user has asked to be remembered. */
  isRemembered: boolean
}

/**
 * What a session says of its user's second factor; null where nobody asks for one: the user has none, or an operator is in
 * their place, who does not have the phone.
 */
export const secondFactorState = ({ user, factors, isRemembered }: Asked): SecondFactorState | null => {
  if (!hasSecondFactor(user) || impersonatorOf(factors) !== null) return null
  if (factors.some(isSecondFactor)) return 'proved'
  return isRemembered ? 'remembered' : 'owed'
}
