import { runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import { beginLife } from '@corroborate/server-kit/testing/life'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import type { Doi } from '../../../kit/doi/index.ts'
import type { Account } from '../../../kit/people/index.ts'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import { type ClaimTables, createPlanEnd, makeClaim } from '../../claims/index.ts'
import { type ModerationTables, makeDecision, readEntryStatuses } from '../../moderation/index.ts'
import { keepDraftAs } from '../drafts.ts'
import { moderatedReports } from '../moderated-reports.ts'
import { addReport, reportBody } from '../submit-report.ts'
import type { ReportTables } from '../tables.ts'
import { exampleReport } from './index.ts'

/**
 * A claim and the report that completes it, with crashes before and after each commit: both are submitted and decided, and the report's
 * approval is undone and repeated. A client without a response retries with its old state.
 */
const { db, answered } = await beginLife<
  ReportTables & ClaimTables & ModerationTables & ActivityTables & SignInTables & OutboxTables
>()
const doi = exampleReport.doi as Doi
const person: Account = {
  key: 'user:rita',
  signedIn: true,
  id: 'rita',
  name: 'Rita',
  email: null,
  proved: true,
  roles: [],
}
const planEnd = createPlanEnd({ enqueue: (tx, job) => enqueueJob(tx, job, 1) })

const decide = async (step: string, id: string, action: 'approve' | 'undo') => {
  const seen = await answered(`a look before ${step}`, async () =>
    String((await readEntryStatuses(db, 'audit', [id])).get(id)?.version),
  )
  const asked = { kind: 'audit', id, action, version: Number(seen), moderator: 'user:mo' } as const
  await answered(step, async () => {
    const kinds = { audit: moderatedReports }
    return (await makeDecision(db, kinds, { ...asked, reason: null, message: null }, 2)).kind
  })
}

const claim = await answered('a claim', () =>
  runTransaction(db, async tx => {
    const sha256 = 'c'.repeat(64)
    const body = { doi, status: 'pending', auditorName: 'Rita', auditorEmail: 'Rita', auditReport: '', sha256 } as const
    const what = { body: { ...body, showName: true, reproducibilityPackage: null }, email: null, locale: 'en' } as const
    const made = await makeClaim(tx, { doi, person, ...what, signals: [], planEnd }, 1)
    if (made.kind !== 'claimed') throw new Error(made.kind)
    return made.id
  }),
)
await decide('approval of the claim', claim, 'approve')
await answered('a draft', async () => {
  await keepDraftAs(db, person, { doi, draft: 'It ran.', now: 1 })
  return 'kept'
})
const report = await answered('a report', async () => {
  const body = reportBody.parse(exampleReport)
  return (await runTransaction(db, tx => addReport(tx, { doi, person, report: body, locale: 'en', signals: [] }, 1))).id
})
await decide('an approval', report, 'approve')
await decide('an undo', report, 'undo')
await decide('another approval', report, 'approve')
await db.destroy()
