import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Kysely } from 'kysely'
import { endUnpayable, type ProposalTables } from '../awards/index.ts'
import { type BountyTables, holdFund, type MoneyTables, readSources } from '../bounties/index.ts'
import { type ContributionTables, findContribution } from '../contributions/index.ts'
import { doiOfFund, type Fund } from '../ledger/index.ts'
import { type PlannedReturn, planReturn, type ReturnTables } from './plan-return.ts'

/** Refund target: one contribution, or a bounty's whole remainder. */
export type RefundOf = { kind: 'contribution'; id: string; most?: number } | { kind: 'fund'; fund: Fund }

/**
 * Plans the refund of a contribution or of a bounty's remainder, excluding awards. Logs the author and reason.
 * @throws OperatorError if the contribution does not exist or nothing is refundable
 */
export const refund = (
  db: Kysely<ReturnTables & ProposalTables>,
  of: RefundOf,
  { actor, why }: { actor: string; why: string },
  now: number,
): Promise<PlannedReturn[]> =>
  runTransaction(db, async tx => {
    const fund = of.kind === 'fund' ? of.fund : await fundOf(tx.$pickTables<keyof ContributionTables>(), of.id)
    await holdFund(tx.$pickTables<keyof BountyTables>(), fund)
    const sources = (await readSources(tx.$pickTables<keyof MoneyTables>(), fund)).filter(
      ({ kind, id }) => of.kind === 'fund' || (kind === 'contribution' && id === of.id),
    )
    const planned: PlannedReturn[] = []
    for (const source of sources) {
      const most = of.kind === 'contribution' ? of.most : undefined
      const returning = { fund, reason: 'refund', actor, why, ...(most !== undefined && { most }) } as const
      const one = await planReturn(tx, source, returning, now)
      if (one !== null) planned.push(one)
    }
    if (planned.length === 0)
      throw new OperatorError('Nothing left to refund: it was awarded, refunded or is being refunded.')
    const doi = doiOfFund(fund)
    if (doi !== null) await endUnpayable(tx, doi, now)
    return planned
  })

const fundOf = async (db: Parameters<typeof findContribution>[0], id: string): Promise<Fund> => {
  const found = await findContribution(db, id)
  if (found === null || found.state !== 'paid') throw new OperatorError(`No paid contribution with ID ${id}.`)
  return found.fund
}
