import { describeStore } from '@corroborate/server-kit/testing'
import { dieAtEveryMoment } from '@corroborate/server-kit/testing/lives'
import { expect, test } from 'vitest'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { siteMigrations } from '../../app/migrations.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { ModerationTables } from '../moderation/index.ts'
import type { NoteTables } from './store.ts'

type Tables = NoteTables & ModerationTables & SignInTables & ActivityTables

describeStore<Tables>('kill -9 at every step of notes and decisions', siteMigrations, (open, { placeOf }) => {
  test('repeated crashes lose no acknowledged note or decision and duplicate nothing', async () => {
    const db = await open()
    const account = { user_id: 'ada', name: 'Ada', email: null, proved: 1, created_at: 0, updated_at: 0 }
    await db.insertInto('accounts').values(account).execute()
    const script = new URL('testing/live-and-die.ts', import.meta.url)
    const { deaths, answers } = await dieAtEveryMoment({ script, db, place: placeOf(db) })

    const steps = ['a note', 'a refusal', 'an undo', 'an approval']
    expect(deaths).toEqual(steps.flatMap(step => [`${step}: before a commit 1`, `${step}: after a commit 1`]))
    // Each had its answer from the life after the one that did it.
    expect(steps.slice(1).map(step => answers.get(step))).toEqual(['repeated', 'repeated', 'repeated'])
    const id = answers.get('a note') ?? ''
    expect(await db.selectFrom('notes').select(['id', 'published_at']).execute()).toEqual([{ id, published_at: 2 }])
    expect(await db.selectFrom('moderation_items').select(['id', 'status', 'version']).execute()).toEqual([
      { id, status: 'approved', version: 4 },
    ])
    const log = db.selectFrom('moderation_log').select(['item', 'version', 'action']).orderBy('version')
    expect(await log.execute()).toEqual([
      { item: id, version: 1, action: 'reject' },
      { item: id, version: 2, action: 'undo' },
      { item: id, version: 3, action: 'approve' },
    ])
    expect(await db.selectFrom('activity').select('key').execute()).toEqual([{ key: `note-approved:${id}` }])
  })
})
