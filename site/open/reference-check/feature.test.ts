import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { CitationTables } from '../../paper/citations/index.ts'
import { addReferences, addUpdate } from '../../paper/citations/testing/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { referenceCheckFeature } from './feature.ts'

describeStore<AppTables & CitationTables>('the papers that a reference cites', siteMigrations, open => {
  test('problematic papers a reference cites are reported if its citations are known', async () => {
    const db = await open()
    await addUpdate(db, '10.1000/fallen', 'retraction', '2019-05-02')
    await addReferences(db, '10.1000/citing', ['10.1000/fallen', '10.1000/good'])
    await addReferences(db, '10.1000/clean', ['10.1000/good'])
    // Known to cite a flagged paper, with its other references still unknown.
    await addReferences(db, '10.1000/early', ['10.1000/fallen'])
    await db.deleteFrom('references_read').where('doi', '=', '10.1000/early').execute()
    const { app } = appUnderTest({ db: db as unknown as Kysely<AppTables> })
    const answer = await app.request('/api/v1/check', {
      method: 'POST',
      body: '10.1000/citing\n10.1000/clean\n10.1000/early\n10.1000/unread',
      headers: { 'Content-Type': 'text/plain' },
    })
    const { references } = (await answer.json()) as {
      references: { doi: string; flagged_reference_count: number | null }[]
    }
    expect(references.map(({ doi, flagged_reference_count }) => [doi, flagged_reference_count])).toEqual([
      ['10.1000/citing', 1],
      ['10.1000/clean', 0],
      ['10.1000/early', 1],
      ['10.1000/unread', null],
    ])
  })
})

test('the check page is indexable', () => {
  const [page, ...others] = referenceCheckFeature.pages
  expect([page?.name, others]).toEqual(['check', []])
  const model = { text: '', problem: null, result: null }
  expect(page?.head(model, 'https://corroborate.example')).toMatchObject({
    title: 'Check your references · Corroborate',
    description: expect.stringContaining('were retracted'),
    canonical: 'https://corroborate.example/check',
  })
})
