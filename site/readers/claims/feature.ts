import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import { type AccountIds, defineFeature, type Mine } from '../../kit/feature/index.ts'
import type { DeletedAccount } from '../../kit/people/index.ts'
import { formatDay, isoTime } from '../../kit/times/times.ts'
import { type ActivityTables, unnameActivity } from '../../paper/activity/index.ts'
import { createNamePaper, createTitleOf, type WithPapers } from '../../paper/papers/index.ts'
import type { DraftTables } from '../drafts/store.ts'
import { type ModerationTables, withdraw } from '../moderation/index.ts'
import { type ClaimJobs, claimKey, createPlanEnd, endCounted } from './moderated-claims.ts'
import { createExpiryReminder } from './reminders.ts'
import { claimPage, createClaimCalls } from './routes.ts'
import { claimSection } from './section.ts'
import { type Claim, type ClaimTables, claimLocaleMigration, claimsBy, claimsMigration } from './store.ts'

/** Deletes an account's claims; with `upTo` only those made by then. Anonymizes listed activity. */
export const deleteClaimantData = async (
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

/** One's own claims, for the dashboard. */
export const myClaims: Mine<ClaimTables> = {
  title: 'Your claims',
  reader: db => async (account, limit) =>
    (await claimsBy(db, account.key)).slice(0, limit).map(claim => ({
      doi: claim.doi,
      words: 'Claimed by you',
      standing: standingOf(claim),
      at: claim.claimedAt,
      path: paths.claim(claim.doi),
    })),
}

const standingOf = ({ end, approvedAt, until }: Claim): string => {
  if (end !== null) return ends[end]
  return approvedAt === null ? 'Pending review' : `Until ${formatDay(until)}`
}

const ends = {
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
  reported: 'Report submitted',
  rejected: 'Not approved by a moderator',
} as const

/** All that is kept of an account's claims. */
export const exportClaims = async (db: Kysely<ClaimTables>, { key }: AccountIds): Promise<{ claims: object[] }> => {
  const rows = await db
    .selectFrom('claims')
    .select([
      'doi',
      'name',
      'show_name',
      'email',
      'locale',
      'plan',
      'package',
      'sha256',
      'claimed_at',
      'until',
      'approved_at',
      'end',
    ])
    .where('claimant', '=', key)
    .orderBy('claimed_at')
    .execute()
  return {
    claims: rows.map(({ show_name, claimed_at, until, approved_at, ...claim }) => ({
      ...claim,
      show_name: show_name === 1,
      claimed: isoTime(claimed_at),
      until: isoTime(until),
      approved: approved_at === null ? null : isoTime(approved_at),
    })),
  }
}

const limits = {
  /** Claims renewed or withdrawn, by one person. */
  changeClaim: { points: 60, perSeconds: 24 * 60 * 60 },
} as const

/** Claims on reproductions. The endpoint that accepts claims also accepts reports and belongs to these. */
export const claimsFeature = defineFeature<
  ClaimTables & ActivityTables & ModerationTables & OutboxTables & DraftTables,
  ClaimJobs,
  WithPapers
>()({
  migrations: [claimsMigration, claimLocaleMigration],
  limits,
  pages: [claimPage],
  paperSection: claimSection,
  moveToAccount: null,
  deleteAccount: deleteClaimantData,
  mine: myClaims,
  exportOf: exportClaims,
  open: ({ settings, db, outbox, mailer, limits, people, papers, pages, now }) => {
    const namePaper = createNamePaper(papers.facts)
    const planEnd = createPlanEnd(outbox)
    const titleOf = createTitleOf(papers.facts)
    const calls = createClaimCalls({ db, people, pages, limits, namePaper, planEnd, now })
    return {
      jobs: createExpiryReminder({ db, mailer, titleOf, origin: settings.site.origin, now }),
      paperRoutes: { claim: { GET: calls.show, POST: calls.change } },
    }
  },
})
