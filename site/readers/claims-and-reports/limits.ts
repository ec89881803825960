import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Account } from '../../accounts/people/index.ts'
import type { Proofs } from '../../accounts/proofs/index.ts'
import type { Doi } from '../../kit/doi/index.ts'

const day = 24 * 60 * 60

/** Claims and reports; each is read by a moderator. */
export const auditLimits = {
  auditsOfPerson: { points: 20, perSeconds: day },
  auditsFromAddress: { points: 40, perSeconds: day },
  auditsOfPaper: { points: 60, perSeconds: day },
} as const

export type AuditLimit = keyof typeof auditLimits

/** What of the site it takes to count them. */
export type AuditGuard = {
  limits: Pick<Limits<AuditLimit>, 'require' | 'isNear'>
  proofs: Pick<Proofs, 'requireWhenNear'>
}

/**
 * Counts one claim or report for who sends it, from where and about what; an account that has proved nothing does some work near
 * the limits. @throws HttpProblem 429, 403
 */
export const requireAuditLimits = async (
  { limits, proofs }: AuditGuard,
  c: HttpContext,
  person: Pick<Account, 'key' | 'proved'>,
  doi: Doi,
): Promise<void> => {
  if (!person.proved)
    await proofs.requireWhenNear(c, 'claims and reports', [
      limits.isNear('auditsOfPerson', person.key),
      limits.isNear('auditsFromAddress', { address: addressOf(c) }),
      limits.isNear('auditsOfPaper', doi),
    ])
  await limits.require('auditsOfPerson', person.key)
  await limits.require('auditsFromAddress', { address: addressOf(c) })
  await limits.require('auditsOfPaper', doi)
}
