import type { OAuthProvider } from '@corroborate/wire/providers'
import type { ProvedFactor } from '../../accounts/sessions/index.ts'
import type { Arrival } from './arrival.ts'
import type { Settled } from './settle.ts'

/** Providers whose factor has no address in the contract. */
const withoutEmail: ReadonlySet<OAuthProvider> = new Set(['twitter', 'tiktok', 'snapchat'])

/** Builds the session factor of a social account. Pure. */
export const factorOf = (
  { account: { provider, subject } }: Pick<Arrival, 'account'>,
  { id, emailId }: Settled,
): ProvedFactor => {
  const isShown = emailId !== null && !withoutEmail.has(provider)
  const payload = { id, ...(isShown && { email_id: emailId }), provider_subject: subject }
  // The compiler does not know names that are composed.
  return { type: 'oauth', delivery_method: `oauth_${provider}`, [`${provider}_oauth_factor`]: payload } as ProvedFactor
}
