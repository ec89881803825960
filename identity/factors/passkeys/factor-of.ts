import type { ProvedFactor } from '../../accounts/sessions/index.ts'
import type { Passkey } from './store.ts'

/** Builds the session factor of a passkey. Pure. */
export const factorOf = (
  { id, domain, userAgent }: Pick<Passkey, 'id' | 'domain' | 'userAgent'>,
  isUserVerified: boolean,
): ProvedFactor => ({
  type: 'webauthn',
  delivery_method: 'webauthn_registration',
  webauthn_factor: { webauthn_registration_id: id, domain, user_agent: userAgent, user_verified: isUserVerified },
})
