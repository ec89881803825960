import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import type { DeletedAccount } from '../../kit/people/index.ts'
import { type ActivityTables, unnameActivity } from '../../paper/activity/index.ts'
import { type ModerationTables, withdraw } from '../moderation/index.ts'
import { claimKey, endCounted } from './moderated-claims.ts'
import { type ClaimTables, claimsBy } from './store.ts'

/** Deletes an account's claims; with `upTo` only those made by then. Anonymizes listed activity. */
export const forgetClaimant = async (
  tx: Transaction<ClaimTables & ActivityTables & ModerationTables & OutboxTables>,
  { key, upTo }: Pick<DeletedAccount, 'key' | 'upTo'>,
): Promise<void> => {
  const claims = tx.$pickTables<keyof ClaimTables>()
  for (const claim of await claimsBy(claims, key)) {
    if (upTo !== null && claim.claimedAt > upTo) continue
    await withdraw(tx.$pickTables<keyof ModerationTables>(), { kind: 'audit', id: claim.id })
    // Any past time, so that resulting jobs are due at once.
    const counted = tx.$pickTables<keyof (ClaimTables & ActivityTables & OutboxTables)>()
    await endCounted(counted, claim, 'withdrawn', claim.claimedAt)
    await unnameActivity(tx.$pickTables<keyof ActivityTables>(), claimKey(claim.id), 'a reader')
    await claims.deleteFrom('claims').where('id', '=', claim.id).execute()
  }
}
