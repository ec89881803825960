import type { Kysely } from 'kysely'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import { type AppTables, startCallers } from '../../../testing/index.ts'
import type { ModerationTables } from '../../moderation/index.ts'
import type { ClaimTables } from '../store.ts'

/** The tables that tests of claims look into. */
export type ClaimTestTables = AppTables & ClaimTables & ModerationTables & ActivityTables

export const exampleClaim = {
  sha256: 'c0'.repeat(32),
  status: 'pending',
  auditorName: 'Ada Lovelace',
  auditorEmail: 'ada.secret@example.org',
  auditReport: 'Next month.',
  reproducibilityPackage: null,
  showName: true,
}

export const sendTo = '/10.1000/x/audit/'

/** The site with a claimant and a moderator, and helpers to inspect the result. */
export const claimsUnderTest = async (db: Kysely<ClaimTestTables>, settings: Record<string, string> = {}) => {
  const callers = await startCallers(db as unknown as Kysely<AppTables>, settings)
  const minutes = 200 * 24 * 60
  const moderator = callers.person('mo@example.org', { roles: ['moderator'], minutes })
  const ada = callers.person('ada@example.org', { minutes })
  /** Sends a claim on a paper and gives its id. */
  const make = async (body: object = exampleClaim, to = sendTo) =>
    ((await (await ada.send(to, body)).json()) as { id: string }).id
  const decide = async (id: string, action: string) =>
    (await moderator.send(`/moderate/audit/${id}`, { action })).status
  const section = async (who: Pick<typeof ada, 'send'> = ada) => {
    const page = (await (await who.send('/10.1000/x', null, { accept: 'text/html' })).json()) as {
      model: { sections: { claim: { claims: object[] } } }
    }
    return page.model.sections.claim.claims
  }
  const interest = async () =>
    (await db.selectFrom('paper_interest').select('claims').where('doi', '=', '10.1000/x').executeTakeFirst())
      ?.claims ?? 0
  const activity = () => db.selectFrom('activity').select(['kind', 'by_name']).execute()
  const rows = () => db.selectFrom('claims').select(['end', 'live', 'until', 'approved_at']).execute()
  /** Does the jobs of a kind, due or not. */
  const runJobs = async (kind: string) => {
    const jobs = await db.selectFrom('outbox').selectAll().where('kind', '=', kind).execute()
    for (const job of jobs) await callers.jobs[kind]?.(JSON.parse(job.payload), {} as never)
  }
  return { db, ...callers, moderator, ada, make, decide, section, interest, activity, rows, runJobs }
}
