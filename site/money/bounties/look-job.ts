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
 * Looks where a bounty stands: notes for the list of papers wanted what is offered, and, where it stands otherwise than it was told last,
 * writes to the people that concerns. All of it in one transaction, so that each change is told once, whenever a process dies.
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
      // What is offered in another currency only is offered all the same, and stands after what can be compared.
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
 * What each side is told when a bounty goes from one state to another; null: nothing. That money was awarded, paid or went back is told
 * where it happens, because it may happen to a part of it.
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
