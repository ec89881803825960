import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import type { Amount } from '../../kit/amounts/index.ts'
import type { Doi } from '../../kit/doi/index.ts'

/** What contributors to a bounty, and those who claimed its paper, are written to about. */
export type BountyTopic =
  | 'held'
  | 'open-again'
  | 'awarded'
  | 'award-back'
  | 'paid'
  | 'came-back'
  | 'expiring'
  | 'to-pool'
  | 'held-for-you'
  | 'awarded-elsewhere'
  | 'offered-again'
  | 'gone'

/** Somebody to write to: by what they did, so that the address is read when the mail is written. */
export type BountyReader = { kind: 'contribution' | 'claim'; id: string }

export type BountyMail = {
  about: BountyTopic
  to: BountyReader
  /** Null: the pool. */
  doi: Doi | null
  money: Amount[]
  /** A day that it names, epoch ms; null where it names none. */
  until: number | null
}

export type BountyJobs = {
  /** Looks where the bounty of a paper stands, and tells of it when that has changed. */
  'bounties.look': { doi: Doi }
  'bounties.mail': BountyMail
}

type Tx<T extends OutboxTables> = Transaction<T>

/** Has a bounty looked at, if the caller's transaction commits. */
export const planLook = <T extends OutboxTables>(tx: Tx<T>, doi: Doi, now: number): Promise<void> =>
  enqueueJob(tx, { kind: 'bounties.look' satisfies keyof BountyJobs, payload: { doi } }, now)

/** Has people written to about a bounty, if the caller's transaction commits: each of them once. */
export const planBountyMails = async <T extends OutboxTables>(
  tx: Tx<T>,
  mail: Omit<BountyMail, 'to'>,
  readers: readonly BountyReader[],
  now: number,
): Promise<void> => {
  for (const to of readers) {
    const payload: BountyMail = { ...mail, to }
    await enqueueJob(tx, { kind: 'bounties.mail' satisfies keyof BountyJobs, payload }, now)
  }
}
