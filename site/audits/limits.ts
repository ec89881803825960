import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Doi } from '../doi/index.ts'
import type { Account } from '../people/index.ts'

const day = 24 * 60 * 60

/** Claims and reports; each is read by a moderator. */
export const auditLimits = {
  auditsOfPerson: { points: 20, perSeconds: day },
  auditsFromAddress: { points: 40, perSeconds: day },
  auditsOfPaper: { points: 60, perSeconds: day },
} as const

export type AuditLimit = keyof typeof auditLimits

/** Counts one claim or report for who sends it, from where and about what. @throws HttpProblem 429 */
export const requireAuditLimits = async (
  limits: Pick<Limits<AuditLimit>, 'require'>,
  c: HttpContext,
  person: Pick<Account, 'key'>,
  doi: Doi,
): Promise<void> => {
  await limits.require('auditsOfPerson', person.key)
  await limits.require('auditsFromAddress', { address: addressOf(c) })
  await limits.require('auditsOfPaper', doi)
}
