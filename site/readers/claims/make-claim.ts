import { randomUUID } from 'node:crypto'
import { Outdated } from '@corroborate/server-kit/database'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import type { Account } from '../../kit/people/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { type ModerationTables, type Signal, submit } from '../moderation/index.ts'
import type { ClaimBody } from './claim-body.ts'
import { endCounted } from './moderated-claims.ts'
import type { PlanEnd } from './plans.ts'
import { claimFor, mostClaims } from './rules.ts'
import { addClaim, type Claim, type ClaimTables, claimOfSha256, countLive, holdClaimsOf, liveClaim } from './store.ts'

export type ClaimMade =
  | { kind: 'claimed'; id: string; until: number }
  /** They have one on this paper already. */
  | { kind: 'has-one'; claim: Claim }
  | { kind: 'too-many' }

type Making = {
  doi: Doi
  person: Pick<Account, 'key'>
  body: ClaimBody
  email: string | null
  locale: Locale
  signals: readonly Signal[]
  planEnd: PlanEnd
}

/** Stores a claim and submits it for moderation, in the caller's transaction. Idempotent for the same claim. */
export const makeClaim = async (
  tx: Transaction<ClaimTables & ModerationTables & ActivityTables & OutboxTables>,
  { doi, person, body, email, locale, signals, planEnd }: Making,
  now: number,
): Promise<ClaimMade> => {
  const claims = tx.$pickTables<keyof ClaimTables>()
  const claimant = person.key
  await holdClaimsOf(claims, claimant)
  const same = await claimOfSha256(claims, claimant, doi, body.sha256)
  if (same !== null) return { kind: 'claimed', id: same.id, until: same.until }
  const live = await liveClaim(claims, claimant, doi)
  if (live !== null && live.until > now) return asFound(live, body.sha256)
  if (live !== null) await endCounted(tx, live, 'lapsed', now)
  if ((await countLive(claims, claimant, now)) >= mostClaims) return { kind: 'too-many' }

  const id = randomUUID()
  const until = now + claimFor
  const { auditorName, showName, auditReport, reproducibilityPackage, sha256 } = body
  const claim = {
    id,
    doi,
    claimant,
    name: auditorName,
    showName,
    email,
    locale,
    plan: auditReport,
    package: reproducibilityPackage,
    sha256,
    until,
  }
  if (!(await addClaim(claims, claim, now))) {
    // Another call of the same person was quicker.
    const theirs = (await claimOfSha256(claims, claimant, doi, sha256)) ?? (await liveClaim(claims, claimant, doi))
    if (theirs === null) throw new Outdated()
    return asFound(theirs, sha256)
  }
  await submit(tx.$pickTables<keyof ModerationTables>(), {
    kind: 'audit',
    id,
    doi,
    writer: claimant,
    locale,
    signals,
    now,
  })
  await planEnd(tx, { id, until }, now)
  return { kind: 'claimed', id, until }
}

/** The same claim was kept by a call that came at the same time; or it is another one. */
const asFound = (claim: Claim, sha256: string): ClaimMade =>
  claim.sha256 === sha256 ? { kind: 'claimed', id: claim.id, until: claim.until } : { kind: 'has-one', claim }
