import type { Call } from './call.ts'

export const impersonation = {
  authenticate: { method: 'POST', path: '/impersonation/authenticate', auth: 'none', fingerprinted: true },
} as const satisfies Record<string, Call>

/** Claim of a session JWT that names the operator who acts in its user's place (RFC 8693 §4.1). */
export const actorClaim = 'act'

type MaybeImpersonated = {
  readonly type: string
  readonly impersonated_factor?: { readonly impersonator_id: string; readonly impersonator_email_address: string }
}

/** The operator who uses a session with these factors in its user's place; null for a session of the user's own. */
export const impersonatorOf = (
  factors: readonly MaybeImpersonated[],
): { readonly id: string; readonly email: string } | null => {
  const factor = factors.find(({ type }) => type === 'impersonated')
  if (factor === undefined) return null
  const { impersonator_id: id = '', impersonator_email_address: email = '' } = factor.impersonated_factor ?? {}
  return { id, email }
}
