import { runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import type { People } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { NamePaper } from '../../paper/papers/index.ts'
import { mailOf, prose, requiredLine, sharedFields, ticked } from '../claims-and-reports/fields.ts'
import { type DraftTables, draftNotice, draftPath, findDraft, requestsDraft } from '../drafts/store.ts'
import { withdraw as leaveQueue, type ModerationTables } from '../moderation/index.ts'
import type { ClaimPage } from './ClaimPage.tsx'
import type { ClaimPageModel, OwnClaim } from './model.ts'
import { endCounted, type PlanEnd } from './moderated-claims.ts'
import { claimFor, claimState, isRenewable } from './rules.ts'
import { claimsReader } from './section.ts'
import { type Claim, type ClaimTables, claimsBy, liveClaim, prolongClaim } from './store.ts'

/**
 * Body of the claim form (SPEC §5). Older clients send the name as the address, which then means the account's address. Other invalid
 * addresses are rejected.
 */
export const claimBody = z
  .object({
    status: z.literal('pending'),
    ...sharedFields,
    auditorEmail: requiredLine(320),
    auditReport: prose(5_000)
      .nullish()
      .transform(text => text ?? ''),
    showName: ticked,
  })
  .refine(({ auditorName, auditorEmail }) => auditorEmail === auditorName || mailOf(auditorEmail) !== null, {
    path: ['auditorEmail'],
    error: 'Invalid email address',
  })

export type ClaimBody = z.output<typeof claimBody>

export const claimPage = definePage({
  name: 'claim',
  component: markup<typeof ClaimPage>('readers/claims/ClaimPage.tsx'),
  head: ({ paper }: ClaimPageModel, origin) => ({
    title: `Claim the reproduction of ${paper.title ?? paper.doi} · Corroborate`,
    canonical: `${origin}${paths.claim(storedDoi(paper.doi))}`,
  }),
  islands: 'readers/claims/islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 5_600,
  islandBudget: 4_000,
})

export type ClaimCallsOptions = {
  db: Kysely<ClaimTables & ModerationTables & ActivityTables & OutboxTables & DraftTables>
  people: Pick<People, 'known' | 'account'>
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<'changeClaim'>, 'require'>
  namePaper: NamePaper
  planEnd: PlanEnd
  now: () => number
}

const changeBody = z.object({ action: z.enum(['renew', 'withdraw'], { error: 'must be "renew" or "withdraw"' }) })

/** `/{doi}/claim`: the form, and the user's own claim with its actions. */
export const createClaimCalls = ({ db, people, pages, limits, namePaper, planEnd, now }: ClaimCallsOptions) => {
  const claimsDb = db
  const draftsDb = db
  const readShown = claimsReader(claimsDb)

  const show: DoiHandler = async (c, doi) => {
    const person = people.known(c)
    const mine = person?.signedIn ? await claimsBy(claimsDb, person.key) : []
    const own = mine.find(claim => claim.doi === doi)
    const [paper, claims] = await Promise.all([namePaper(c, doi), readShown(doi, person)])
    const draft =
      person?.signedIn === true && requestsDraft(c.req.url)
        ? await findDraft(draftsDb, { author: person.key, doi, kind: 'claim' }, now())
        : null
    const account = person?.signedIn ? { name: person.name, email: person.email ?? '' } : { name: '', email: '' }
    return pages.show(c, claimPage, {
      paper,
      own: own === undefined ? null : ownOf(own, now()),
      claims,
      form: {
        doi,
        action: paths.reports(doi),
        done: `${paths.paper(doi)}?claim_submitted=true`,
        signedIn: person?.signedIn ?? false,
        reader: person?.signedIn ? person.id : null,
        login: paths.login(requestsDraft(c.req.url) ? draftPath({ doi, kind: 'claim' }) : paths.claim(doi)),
        ...account,
        plan: draft?.text ?? '',
        link: draft?.link ?? '',
        keptAs: draft === null ? doi : `${doi} ${draft.madeAt}`,
      },
      reproduce: paths.reproduce(doi),
      notice: noticeOf(c),
      assistant: draft === null ? null : draftNotice(draft),
    })
  }

  /** `POST`: renews or withdraws one's claim. */
  const change: DoiHandler = async (c, doi) => {
    const person = people.account(c)
    const { action } = await readBody(c, changeBody)
    await limits.require('changeClaim', person.key)
    const at = now()
    const until = await runTransaction(db, tx => changeClaim(tx, { doi, claimant: person.key, action, planEnd }, at))
    c.header('Cache-Control', 'no-store')
    if (isFormPost(c) && wantsPage(c)) return c.redirect(`${paths.claim(doi)}?done=${action}`, 303)
    return c.json({ until: until === null ? null : new Date(until).toISOString() })
  }

  return { show, change }
}

type Tables = ClaimTables & ModerationTables & ActivityTables & OutboxTables
type Change = { doi: Doi; claimant: string; action: 'renew' | 'withdraw'; planEnd: PlanEnd }

/**
 * Renews or withdraws a claim, in the caller's transaction. @returns until when it stands now, epoch ms; null for no longer
 * @throws HttpProblem 404 without one, 409 for one that cannot be renewed yet
 */
const changeClaim = async (
  tx: Transaction<Tables>,
  { doi, claimant, action, planEnd }: Change,
  now: number,
): Promise<number | null> => {
  const claims = tx.$pickTables<keyof ClaimTables>()
  const claim = await liveClaim(claims, claimant, doi)
  if (claim === null || claim.until <= now) throw new HttpProblem(404, 'You have no active claim on this paper.')
  if (action === 'withdraw') {
    // Removes pending entries from the moderation queue.
    await leaveQueue(tx.$pickTables<keyof ModerationTables>(), { kind: 'audit', id: claim.id })
    await endCounted(tx.$pickTables<keyof (ClaimTables & ActivityTables & OutboxTables)>(), claim, 'withdrawn', now)
    return null
  }
  if (!isRenewable(claim, now))
    throw new HttpProblem(409, `Your claim expires on ${formatDay(claim.until)}. You can renew it in its last month.`)
  const until = now + claimFor
  if (await prolongClaim(claims, claim, until)) await planEnd(tx, { id: claim.id, until }, now)
  return until
}

const ownOf = (claim: Claim, now: number): OwnClaim => {
  const state = claimState(claim, now)
  return {
    state,
    claimedOn: formatDay(claim.claimedAt),
    until: formatDay(claim.until),
    isRenewable: (state === 'waiting' || state === 'standing') && isRenewable(claim, now),
    plan: claim.plan,
  }
}

const noticeOf = (c: HttpContext): string | null => {
  const done = c.req.query('done')
  if (done === 'renew') return 'Claim renewed.'
  return done === 'withdraw' ? 'Claim withdrawn.' : null
}
