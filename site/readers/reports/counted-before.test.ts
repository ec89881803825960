import { openDatabase } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { ModerationTables } from '../moderation/index.ts'
import { countedReportsMigration, type ReportTables } from './tables.ts'

type Tables = ReportTables & ModerationTables

/** Database from before the second approval of reports. */
const before = siteMigrations.filter(({ name }) => name < countedReportsMigration.name)

describeStore<Tables>('reports that were approved before a second approval was needed', before, (open, store) => {
  test('reports approved before the second-approval rule need a second approval to count if they name public material', async () => {
    const db = await open()
    const report = {
      doi: '10.1000/x',
      author: null,
      name: 'Ada',
      email: null,
      outcome: 'success',
      created_at: 1,
    } as const
    const item = { kind: 'audit', doi: '10.1000/x', writer: null, version: 2, signals: '[]', score: 0 } as const
    const rest = { waiting_since: 1, decided_at: 2, reason: null, message: null } as const
    const cases = [
      ['open', 'approved', 2, { reproducibilityPackage: 'https://osf.io/abcde', auditReport: 'It ran.' }],
      ['closed', 'approved', 2, { reproducibilityPackage: null, auditReport: '"reproducibilityPackage":"x"' }],
      ['waiting', 'pending', null, { reproducibilityPackage: 'https://osf.io/abcde', auditReport: 'It ran.' }],
    ] as const
    for (const [id, status, approved_at, content] of cases) {
      const hashes = { sha256: id, canonical_sha256: id, content: JSON.stringify(content), approved_at }
      await db
        .insertInto('reports')
        .values({ id, ...report, ...hashes } as never)
        .execute()
      await db
        .insertInto('moderation_items')
        .values({ id, status, ...item, ...rest } as never)
        .execute()
    }
    const later = await openDatabase<Tables>({ ...store.placeOf(db), migrations: siteMigrations, now: () => 3 })
    onTestFinished(() => later.destroy())
    expect(await later.selectFrom('moderation_items').select(['id', 'second']).orderBy('id').execute()).toEqual([
      { id: 'closed', second: null },
      { id: 'open', second: 'wanted' },
      { id: 'waiting', second: null },
    ])
    const counted = later.selectFrom('reports').select('id').where('counted_at', 'is not', null)
    expect(await counted.execute()).toEqual([])
  })
})
