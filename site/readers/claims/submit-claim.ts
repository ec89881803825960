import { runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, isFormPost, wantsPage } from '@corroborate/server-kit/http'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { localeOf } from '../../kit/locales/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { mailOf, problemsIn, readSignals, requireMaySend, type SendingGuard } from '../claims-and-reports/index.ts'
import { type DraftTables, dropDraft } from '../drafts/index.ts'
import { type ModerationTables, requireMayWrite } from '../moderation/index.ts'
import { claimBody } from './claim-body.ts'
import { makeClaim } from './make-claim.ts'
import type { PlanEnd } from './plans.ts'
import { mostClaims } from './rules.ts'
import type { ClaimTables } from './store.ts'

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
      await holdStanding(tx.$pickTables<keyof SignInTables>(), person)
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
      throw new HttpProblem(409, `You have already claimed this paper until ${dayInWords(made.claim.until)}.`)
    c.header('Cache-Control', 'no-store')
    if (isFormPost(c) && wantsPage(c)) return c.redirect(`${paths.paper(doi)}?claim_submitted=true`, 303)
    return c.json({ id: made.id, status: 'pending', until: new Date(made.until).toISOString() })
  }
