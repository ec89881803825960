import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { approvedOfManyReader, approvedReader, findReportByHash, papersWithReports } from './store.ts'
import type { ReportTables } from './tables.ts'

const [x, y, z] = ['10.1000/x', '10.1000/y', '10.1000/z'] as [Doi, Doi, Doi]
const hash = (digit: string) => digit.repeat(64)

describeStore<ReportTables>('the reports that everybody sees', siteMigrations, open => {
  /** Reports in sequence, with hashes of the given digit and file hashes of the given letter. */
  const setUp = async (
    ...reports: readonly [id: string, doi: Doi, given: string, own: string, isApproved?: false][]
  ) => {
    const db = await open()
    const rows = reports.map(([id, doi, given, own, isApproved = true], n) => ({
      ...{ id, doi, author: null, name: `By ${id}`, email: null, outcome: 'success' as const, content: '{}' },
      ...{ sha256: hash(given), canonical_sha256: hash(own), created_at: n },
      ...{ approved_at: isApproved ? 100 + n : null, counted_at: isApproved ? 200 + n : null },
    }))
    await db.insertInto('reports').values(rows).execute()
    return db
  }
  const ids = (reports: readonly { id: string }[] = []) => reports.map(({ id }) => id)

  test('reports are listed newest first, all of one paper, or up to a limit per paper of several', async () => {
    const db = await setUp(
      ['1', x, 'a', '1'],
      ['2', x, 'b', '2'],
      ['3', x, 'c', '3'],
      ['4', x, 'd', '4', false],
      ['5', y, 'e', '5'],
      ['6', z, 'f', '6', false],
    )
    expect(ids(await approvedReader(db)(x))).toEqual(['3', '2', '1'])
    const ofMany = await approvedOfManyReader(db, 2)([x, y, z])
    expect([...ofMany].map(([doi, reports]) => [doi, ids(reports)]).toSorted()).toEqual([
      [x, ['3', '2']],
      [y, ['5']],
    ])
    expect(ofMany.get(y)).toEqual([
      {
        ...{ id: '5', name: 'By 5', outcome: 'success', sha256: hash('e'), canonicalSha256: hash('5') },
        ...{ createdAt: 4, approvedAt: 104, countedAt: 204 },
      },
    ])
  })

  test('papers with reports are listed in order, in batches', async () => {
    const db = await setUp(['1', z, 'a', '1'], ['2', x, 'b', '2'], ['3', x, 'c', '3'], ['4', y, 'd', '4', false])
    expect(await papersWithReports(db, { after: '', limit: 5 })).toEqual([x, z])
    expect(await papersWithReports(db, { after: '', limit: 1 })).toEqual([x])
    expect(await papersWithReports(db, { after: x, limit: 5 })).toEqual([z])
  })

  test('a report is found by its own hash before its files’ hash, and the oldest of several', async () => {
    const db = await setUp(['1', x, 'b', '1', false], ['2', y, 'b', '2'], ['3', y, 'b', '3'], ['4', z, 'c', 'b'])
    const found = async (digit: string) => (await findReportByHash(db, hash(digit)))?.id ?? null
    expect([await found('b'), await found('c'), await found('2'), await found('1')]).toEqual(['4', '4', '2', null])
    await db.deleteFrom('reports').where('id', '=', '4').execute()
    expect([await found('b'), await found('c')]).toEqual(['2', null])
  })
})
