import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type GroundTables, readGroundLost } from './ground.ts'

const texts = { doi: '10.1000/x', name: 'Rita', email: null, sha256: 'a', content: '{}' }
const written = { ...texts, outcome: 'success', created_at: 1, counted_at: null } as const

describeStore<GroundTables>('an award has lost its ground', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    for (const [id, approved_at] of [
      ['approved', 2],
      ['not-approved', null],
    ] as const)
      await db
        .insertInto('reports')
        .values({ id, author: 'user:rita', canonical_sha256: id, approved_at, ...written })
        .execute()
    const block = { kind: 'comment', item: 'x', moderator: null, at: 1 } as const
    await db
      .insertInto('blocked_writers')
      .values({ writer: 'user:eve', ...block })
      .execute()
    return db
  }

  test.each([
    ['when its report is not approved', 'not-approved', 'user:rita', 'report'],
    ['when there is no such report', 'nobody’s', 'user:rita', 'report'],
    ['when its writer was stopped', 'approved', 'user:eve', 'writer'],
    ['when both happened, by the report', 'not-approved', 'user:eve', 'report'],
    ['not while its report is approved', 'approved', 'user:rita', undefined],
    ['not because its writer deleted their account', 'approved', null, undefined],
  ] as const)('an award loses its grounds %s', async (_, report, reporter, lost) => {
    const db = await setUp()
    const others = { id: 'other', report: 'approved', reporter: null }
    const all = await readGroundLost(db, [{ id: 'a', report, reporter }, others])
    expect([all.get('a'), all.get('other')]).toEqual([lost, undefined])
  })

  test('no grounds are lost where no award is checked', async () =>
    expect((await readGroundLost(await setUp(), [])).size).toBe(0))
})
