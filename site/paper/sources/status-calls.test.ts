import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { type KnownTables, noteReach, type SourceTables, saveReplications, saveUpdates } from '../known/index.ts'

const now = Date.parse('2026-11-22T08:00:00Z')
const doi = storedDoi('10.1000/a')
const notice = {
  doi,
  type: 'retraction',
  noticeDoi: storedDoi('10.1000/n'),
  date: '2024-07-18',
  retracted: true,
  journal: null,
  publisher: null,
  title: null,
}

describeStore<AppTables & KnownTables & SourceTables>('the status of the sources', siteMigrations, open => {
  test('the sources page counts each event once per source and shows the last sync', async () => {
    const db = await open()
    await saveUpdates(db.$pickTables<keyof KnownTables>(), [notice], 'retraction-watch-list')
    await saveUpdates(
      db.$pickTables<keyof KnownTables>(),
      [notice, { ...notice, type: 'correction' }],
      'retraction-watch',
    )
    await saveUpdates(db.$pickTables<keyof KnownTables>(), [notice], 'starter')
    const attempt = {
      originalDoi: doi,
      replicationDoi: storedDoi('10.1000/r'),
      type: 'replication',
      outcome: 'failed',
      quote: null,
      originalTitle: null,
      originalJournal: null,
      originalYear: null,
      replicationTitle: null,
      replicationJournal: null,
      replicationYear: null,
    }
    await saveReplications(
      db.$pickTables<keyof KnownTables>(),
      ['a.csv', 'b.csv', 'starter'].map(origin => ({ ...attempt, origin })),
    )
    const sources = db.$pickTables<keyof SourceTables>()
    await noteReach(sources, { source: 'retraction-watch', reachesTo: '2024-07-18', askedAt: now - 3_600_000 })
    const did = 'No changes in the last sync.'
    await sources.updateTable('known_sources').set({ did }).where('source', '=', 'retraction-watch').execute()
    const settings = { RETRACTION_WATCH_URL: 'http://127.0.0.1:9/list.csv' }
    const { app, origin } = appUnderTest({ db, now: () => now, settings })

    const program = await app.request(`${origin}/status`, { headers: { accept: 'application/json' } })
    const json = (await program.json()) as { sources: object[] }
    expect(json).toMatchObject({
      at: '2026-11-22T08:00:00.000Z',
      sources: [
        { source: 'crossref', state: 'off', askedAt: null, events: 0 },
        {
          source: 'retraction-watch',
          state: 'fresh',
          askedAt: '2026-11-22T07:00:00.000Z',
          reachesTo: '2024-07-18',
          events: 2,
          did,
          failure: null,
        },
        { source: 'forrt', state: 'off', events: 1 },
      ],
      starter: { notices: 1, replications: 1, newest: '2024-07-18' },
    })
    const told = program.headers
    expect([told.get('cache-control'), told.get('vary')]).toEqual(['no-cache', expect.stringContaining('Accept')])
    const file = await app.request(`${origin}/status.json`, { headers: { accept: 'text/html' } })
    expect(await file.json()).toEqual(json)
    const page = await app.request(`${origin}/status`, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    })
    expect(await page.json()).toMatchObject({ page: 'status', model: json })
  })
})
