import type { OAuthProvider } from '@corroborate/wire/providers'
import type { ProvedFactor } from '../../accounts/sessions/index.ts'
import type { Arrival } from './arrival.ts'
import type { Settled } from './settle.ts'

/** Those that the contract gives no address (WIRE.md §5). */
const withoutEmail: ReadonlySet<OAuthProvider> = new Set(['twitter', 'tiktok', 'snapchat'])

/** What a session says of an account that was used in it. */
export const factorOf = (
  { whom: { provider, subject } }: Pick<Arrival, 'whom'>,
  { id, emailId }: Settled,
): ProvedFactor => {
  const isShown = emailId !== null && !withoutEmail.has(provider)
  const payload = { id, ...(isShown && { email_id: emailId }), provider_subject: subject }
  // The compiler does not follow names that are put together.
  return { type: 'oauth', delivery_method: `oauth_${provider}`, [`${provider}_oauth_factor`]: payload } as ProvedFactor
}
