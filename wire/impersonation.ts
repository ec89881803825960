import type { Call } from './call.ts'

export const impersonation = {
  authenticate: { method: 'POST', path: '/impersonation/authenticate', auth: 'none', fingerprinted: true },
} as const satisfies Record<string, Call>

/** Session JWT claim of an impersonating operator (RFC 8693 §4.1). */
export const actorClaim = 'act'

type MaybeImpersonated = {
  readonly type: string
  readonly impersonated_factor?: { readonly impersonator_id: string; readonly impersonator_email_address: string }
}

/** Returns the operator impersonating the user in a session with these factors; null for the user's own session. */
export const impersonatorOf = (
  factors: readonly MaybeImpersonated[],
): { readonly id: string; readonly email: string } | null => {
  const factor = factors.find(({ type }) => type === 'impersonated')
  if (factor === undefined) return null
  const { impersonator_id: id = '', impersonator_email_address: email = '' } = factor.impersonated_factor ?? {}
  return { id, email }
}
