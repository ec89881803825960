import type { AuthenticationFactor } from '@corroborate/wire/types'
import { isSecondFactor } from '../../accounts/second-factor/index.ts'

/** Authentication of a session, as ID token claims. */
export type Proof = {
  /** One of `acrValues`. */
  acr: string
  /** Authentication methods (RFC 8176). */
  amr: string[]
  /** Time of the newest factor in epoch seconds: `auth_time`. */
  authTime: number
}

/** Authentication contexts, weakest first: one factor, or two different ones. */
export const acrValues = ['urn:corroborate:acr:1fa', 'urn:corroborate:acr:2fa'] as const

/** `fed`: another provider vouched. */
const methodOf = ({ type, delivery_method }: Pick<AuthenticationFactor, 'type' | 'delivery_method'>): string => {
  switch (type) {
    case 'password':
      return 'pwd'
    case 'otp':
      return delivery_method === 'sms' || delivery_method === 'whatsapp' ? 'sms' : 'otp'
    case 'totp':
    case 'recovery_code':
    case 'magic_link':
      return 'otp'
    case 'webauthn':
    case 'signature_challenge':
      return 'pop'
    case 'oauth':
    case 'impersonated':
      return 'fed'
  }
}

/** Summarizes the factors of a session. */
export const proofOf = (factors: readonly AuthenticationFactor[]): Proof => {
  const methods = new Set(factors.map(methodOf))
  const userVerified = factors.some(factor => 'webauthn_factor' in factor && factor.webauthn_factor.user_verified)
  const isTwo = factors.some(isSecondFactor) && (userVerified || factors.some(factor => !isSecondFactor(factor)))
  const times = factors.map(({ last_authenticated_at }) => Date.parse(last_authenticated_at))
  return {
    acr: acrValues[isTwo ? 1 : 0],
    amr: [...methods, ...(userVerified ? ['user'] : []), ...(isTwo ? ['mfa'] : [])],
    authTime: Math.floor(Math.max(0, ...times) / 1_000),
  }
}
