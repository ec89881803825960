import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { type ActivityTables, setBounty } from '../../paper/activity/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { bountyOf } from '../ledger/index.ts'
import { type BountyMail, type BountyTopic, planBountyMails } from './plan.ts'
import { availableOf } from './read-money.ts'
import { type BountyDatabase, type BountyStanding, readStanding } from './read-standing.ts'
import { readReaders } from './readers.ts'
import type { BountyState } from './state.ts'
import { type BountyTables, holdFund } from './tables.ts'

type Tables = BountyDatabase & ActivityTables
type LookOptions = {
  db: Kysely<Tables>
  /** The site's own currency: by it papers are put in order. */
  currency: string
  now: () => number
}

/**
 * Recomputes a bounty's state: updates the offer in "replications wanted" and, if the state differs from the one last announced, notifies
 * those affected. Runs in one transaction, so that each change is announced exactly once even if a process crashes.
 */
export const createLook =
  ({ db, currency, now }: LookOptions) =>
  ({ doi }: { doi: Doi }): Promise<void> =>
    runTransaction(db, async tx => {
      const fund = bountyOf(doi)
      const at = now()
      const told = await holdFund(tx.$pickTables<keyof BountyTables>(), fund)
      const standing = await readStanding(tx.$pickTables<keyof BountyDatabase>(), doi, at)
      const offered = availableOf(standing.available, currency)
      // Offers in other currencies still count, and sort after the comparable ones.
      await setBounty(
        tx.$pickTables<keyof ActivityTables>(),
        doi,
        standing.available.length > 0 ? Math.max(1, offered) : 0,
      )
      if (standing.state === told.state) return
      await tx.updateTable('funds').set({ state: standing.state, since: at }).where('fund', '=', fund).execute()
      await tell(tx, { doi, from: told.state, standing, now: at })
    })

const tell = async (
  tx: Transaction<Tables>,
  { doi, from, standing, now }: { doi: Doi; from: BountyState; standing: BountyStanding; now: number },
): Promise<void> => {
  const news = newsOf(from, standing.state)
  if (news === null) return
  const readers = await readReaders(tx.$pickTables<keyof (ContributionTables & ClaimTables)>(), bountyOf(doi), doi)
  const [hold] = standing.holds
  const mail: Omit<BountyMail, 'to' | 'about'> = { doi, money: standing.available, until: hold?.until ?? null }
  for (const [about, to] of [
    [news.contributors, readers.contributors],
    [news.claimants, readers.claimants],
  ] as const)
    if (about !== null) await planBountyMails(tx, { ...mail, about }, to, now)
}

/**
 * Returns each side's notification for a state change; null for none. Awards, payouts and refunds are announced where they happen, because
 * they may cover only part of the money.
 */
export const newsOf = (
  from: BountyState,
  to: BountyState,
): { contributors: BountyTopic | null; claimants: BountyTopic | null } | null => {
  if (to === 'held') return { contributors: 'held', claimants: 'held-for-you' }
  if (to === 'open' && from === 'held') return { contributors: 'open-again', claimants: null }
  if (to === 'refunded' || to === 'expired') return { contributors: null, claimants: 'gone' }
  return null
}
