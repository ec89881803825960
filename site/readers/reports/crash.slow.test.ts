import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { describeStore } from '@corroborate/server-kit/testing'
import { dieAtEveryMoment } from '@corroborate/server-kit/testing/lives'
import { expect, test } from 'vitest'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { siteMigrations } from '../../app/migrations.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { ClaimTables } from '../claims/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import type { ReportTables } from './tables.ts'

type Tables = ReportTables & ClaimTables & ModerationTables & ActivityTables & SignInTables & OutboxTables

describeStore<Tables>('kill -9 at every step of claims, drafts and reports', siteMigrations, (open, { placeOf }) => {
  test('repeated crashes lose no acknowledged claim, draft or report and duplicate nothing', async () => {
    const db = await open()
    const account = { user_id: 'rita', name: 'Rita', email: null, proved: 1, created_at: 0, updated_at: 0 }
    await db.insertInto('accounts').values(account).execute()
    const script = new URL('testing/live-and-die.ts', import.meta.url)
    const { deaths, answers } = await dieAtEveryMoment({ script, db, place: placeOf(db) })

    const decisions = ['approval of the claim', 'an approval', 'an undo', 'another approval']
    const steps = ['a claim', 'approval of the claim', 'a draft', 'a report', 'an approval', 'an undo']
    expect(deaths).toEqual(
      [...steps, 'another approval'].flatMap(step => [`${step}: before a commit 1`, `${step}: after a commit 1`]),
    )
    // Each had its answer from the life after the one that did it.
    expect(decisions.map(step => answers.get(step))).toEqual(decisions.map(() => 'repeated'))
    const [claim, report] = [answers.get('a claim') ?? '', answers.get('a report') ?? '']
    expect(await db.selectFrom('claims').select(['id', 'end', 'live']).execute()).toEqual([
      { id: claim, end: 'reported', live: 0 },
    ])
    expect(await db.selectFrom('reports').select(['id', 'approved_at']).execute()).toEqual([
      { id: report, approved_at: 2 },
    ])
    expect(await db.selectFrom('report_drafts').selectAll().execute(), 'its draft is gone').toEqual([])
    expect(
      await db.selectFrom('moderation_items').select(['id', 'status', 'version']).orderBy('version').execute(),
    ).toEqual([
      { id: claim, status: 'approved', version: 2 },
      { id: report, status: 'approved', version: 4 },
    ])
    const log = db.selectFrom('moderation_log').select(['item', 'version', 'action']).orderBy('version').orderBy('item')
    expect((await log.execute()).filter(({ item }) => item === report)).toEqual([
      { item: report, version: 1, action: 'approve' },
      { item: report, version: 2, action: 'undo' },
      { item: report, version: 3, action: 'approve' },
    ])
    expect((await log.execute()).filter(({ item }) => item !== report)).toMatchObject([{ item: claim, version: 1 }])
    const listed = await db.selectFrom('activity').select('key').orderBy('key').execute()
    expect(listed.map(({ key }) => key)).toEqual([`claim:${claim}`, `report-approved:${report}`])
    expect(await db.selectFrom('paper_interest').select('claims').execute(), 'nobody is at work on it').toEqual([
      { claims: 0 },
    ])
    const jobs = await db.selectFrom('outbox').select('kind').where('kind', 'like', 'claims.%').execute()
    expect(jobs.map(({ kind }) => kind).toSorted(), 'what happens near its end').toEqual([
      'claims.lapse',
      'claims.remind',
    ])
  })
})
