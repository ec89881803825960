import { randomUUID } from 'node:crypto'
import { Outdated, runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, isFormPost, wantsPage } from '@corroborate/server-kit/http'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { type Locale, localeOf } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { mailOf, problemsIn, readSignals } from '../claims-and-reports/fields.ts'
import { requireMaySend, type SendingGuard } from '../claims-and-reports/limits.ts'
import { type DraftTables, dropDraft } from '../drafts/store.ts'
import { type ModerationTables, requireMayWrite, type Signal, submit } from '../moderation/index.ts'
import { endCounted, type PlanEnd } from './moderated-claims.ts'
import { type ClaimBody, claimBody } from './routes.ts'
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

/** Handles a claim in the body of `POST /{doi}/audit/`. */
export type SubmitClaim = (c: HttpContext, doi: Doi, person: Account, body: unknown) => Promise<Response>

type Options = {
  db: Kysely<ClaimTables & ModerationTables & ActivityTables & OutboxTables & SignInTables & DraftTables>
  guard: SendingGuard
  planEnd: PlanEnd
  now: () => number
}

export const createSubmitClaim =
  ({ db, guard, planEnd, now }: Options): SubmitClaim =>
  async (c, doi, person, sent) => {
    const parsed = claimBody.safeParse(sent)
    if (!parsed.success) {
      const [[field, problem] = ['body', 'invalid request']] = Object.entries(problemsIn(parsed.error))
      throw new HttpProblem(400, `Invalid ${field}: ${problem}.`, { kind: 'invalid-input' })
    }
    const body = parsed.data
    if (body.doi !== null && body.doi !== doi)
      throw new HttpProblem(400, 'Invalid doi: it is not the paper of this address.', { kind: 'invalid-input' })
    await requireMayWrite(db, person)
    await requireMaySend(guard, c, person, doi)
    const at = now()
    const email = mailOf(body.auditorEmail) ?? person.email
    const locale = localeOf(c.req.header('Accept-Language'))
    const signals = await readSignals(db, person, {
      text: body.auditReport,
      lacksMaterial: false,
    })
    const made = await runTransaction(db, async tx => {
      await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), person)
      const claims = tx.$pickTables<keyof (ClaimTables & ModerationTables & ActivityTables & OutboxTables)>()
      // The claim replaces its draft.
      await dropDraft(tx.$pickTables<keyof DraftTables>(), { author: person.key, doi, kind: 'claim' })
      return makeClaim(claims, { doi, person, body, email, locale, signals, planEnd }, at)
    })
    if (made.kind === 'too-many')
      throw new HttpProblem(
        409,
        `You’ve reached the limit of ${mostClaims} active claims. Submit a report or withdraw a claim first.`,
      )
    if (made.kind === 'has-one')
      throw new HttpProblem(409, `You have already claimed this paper until ${formatDay(made.claim.until)}.`)
    c.header('Cache-Control', 'no-store')
    if (isFormPost(c) && wantsPage(c)) return c.redirect(`${paths.paper(doi)}?claim_submitted=true`, 303)
    return c.json({ id: made.id, status: 'pending', until: new Date(made.until).toISOString() })
  }
