import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Proofs } from '../../accounts/proofs/create-proofs.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'

const day = 24 * 60 * 60

/** Claims and reports; each is read by a moderator. */
export const sendingLimits = {
  claimsAndReportsOfPerson: { points: 20, perSeconds: day },
  claimsAndReportsFromAddress: { points: 40, perSeconds: day },
  claimsAndReportsOnPaper: { points: 60, perSeconds: day },
} as const

export type SendingLimit = keyof typeof sendingLimits

/** Dependencies of the rate limits. */
export type SendingGuard = {
  limits: Pick<Limits<SendingLimit>, 'require' | 'isNear'>
  proofs: Pick<Proofs, 'requireWhenNear'>
}

/**
 * Counts a claim or report against the rate limits by author, address and paper; unverified accounts need proof of work close to the limit.
 * @throws HttpProblem 429, 403
 */
export const requireMaySend = async (
  { limits, proofs }: SendingGuard,
  c: HttpContext,
  person: Pick<Account, 'key' | 'proved'>,
  doi: Doi,
): Promise<void> => {
  if (!person.proved)
    await proofs.requireWhenNear(c, 'claims and reports', [
      limits.isNear('claimsAndReportsOfPerson', person.key),
      limits.isNear('claimsAndReportsFromAddress', { address: addressOf(c) }),
      limits.isNear('claimsAndReportsOnPaper', doi),
    ])
  await limits.require('claimsAndReportsOfPerson', person.key)
  await limits.require('claimsAndReportsFromAddress', { address: addressOf(c) })
  await limits.require('claimsAndReportsOnPaper', doi)
}
