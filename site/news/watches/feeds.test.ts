import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { recordActivity } from '../../paper/activity/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { atomErrors } from '../feeds/testing/index.ts'
import { makeFeed, removeFeed, watchAs } from './store.ts'

const account = { signedIn: true, name: 'Ada', email: null, proved: false, roles: [] } as const
const doi = parseDoi('10.1000/feed<&>"') as Doi
const now = Date.parse('2026-11-27T12:00:00Z')

const hostile = '</title><script>alert(1)</script>]]>\u202e\u0000\ud800&'

/** Validates a feed by RFC 4287, including the required elements of the feed and its entries. @returns the IDs of its entries */
const checkAtom = async (text: string): Promise<{ ids: string[] }> => {
  expect(await atomErrors(text)).toEqual([])
  const [head = '', ...entries] = text.split('<entry>')
  expect(head.match(/rel="self"/g)).toHaveLength(1)
  for (const entry of entries) expect(entry.match(/rel="alternate"/g)).toHaveLength(1)
  const ids = [...text.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id = '']) => id)
  for (const id of ids) expect(id).toMatch(/^tag:localhost,2026:5000:[a-z]+:[0-9a-f]{32}$/)
  expect(new Set(ids).size).toBe(ids.length)
  return { ids: ids.slice(1) }
}

describeStore<AppTables>('feeds', siteMigrations, open => {
  const stage = async () => {
    const db = await open()
    const { app, origin } = appUnderTest({ db, settings: { LIMITS_SCALE: '1000' } })
    const ask = (path: string, headers: Record<string, string> = {}) => app.request(origin + path, { headers })
    const happen = (key: string, kind: 'retraction' | 'replication') =>
      recordActivity(
        db,
        {
          doi,
          kind,
          key,
          at: now,
          date: null,
          by: { name: hostile, href: null },
          label: hostile,
          outcome: null,
          detail: hostile,
          path: '/10.1000/x%3C%22?a=1&b=2#known',
        },
        now,
      )
    return { db, ask, happen, origin }
  }

  test('feeds are valid by RFC 4287 whatever the content, with stable ids', async () => {
    const { ask, happen } = await stage()
    await happen('one', 'retraction')
    await happen('two', 'replication')
    const ofPaper = await checkAtom(await (await ask(`/feed/${encodeURIComponent(doi)}.atom`)).text())
    expect(ofPaper.ids).toHaveLength(2)
    const all = await checkAtom(await (await ask('/feed/all.atom')).text())
    expect(all.ids.toSorted()).toEqual(ofPaper.ids.toSorted())
    const retractions = (await checkAtom(await (await ask('/feed/retractions.atom')).text())).ids
    expect(retractions).toHaveLength(1)
    expect(ofPaper.ids).toContain(retractions[0])
    expect((await checkAtom(await (await ask('/feed/notes.atom')).text())).ids).toEqual([])
  })

  test('an empty feed was updated when the site was founded, never in the future', async () => {
    const { ask } = await stage()
    const text = await (await ask('/feed/notes.atom')).text()
    const [, updated = ''] = /<updated>([^<]+)<\/updated>/.exec(text) ?? []
    expect(Date.parse(updated)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(updated)).toBeGreaterThan(Date.now() - 24 * 3_600_000)
  })

  test('a feed returns 304 until something happens', async () => {
    const { ask, happen } = await stage()
    const first = await ask('/feed/all.atom')
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const again = await ask('/feed/all.atom', { 'if-none-match': `W/${etag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await happen('one', 'retraction')
    expect((await ask('/feed/all.atom', { 'if-none-match': etag })).status).toBe(200)
  })

  test('a private feed opens by its secret, stored hashed, until deleted or replaced', async () => {
    const { db, ask, happen } = await stage()
    const ada = { ...account, id: 'ada', key: 'user:ada' }
    await expect(makeFeed(db as never, ada)).rejects.toMatchObject({ status: 401 })
    await expect(watchAs(db as never, ada, { doi, locale: 'en', now: now - 1 })).rejects.toMatchObject({ status: 401 })
    expect(await db.selectFrom('watchers').selectAll().execute()).toEqual([])
    const kept = { user_id: 'ada', name: 'Ada', email: null, mail_to: null, proved: 0, created_at: 0, updated_at: 0 }
    await db.insertInto('accounts').values(kept).execute()
    await watchAs(db as never, ada, { doi, locale: 'en', now: now - 1 })
    await happen('one', 'retraction')
    const secret = await makeFeed(db as never, ada)
    expect(JSON.stringify(await db.selectFrom('watchers').selectAll().execute())).not.toContain(secret)
    const own = await ask(`/feed/mine/${secret}.atom`)
    expect((await checkAtom(await own.text())).ids).toHaveLength(1)
    expect([own.headers.get('cache-control'), own.headers.get('x-robots-tag')]).toEqual([
      'private, max-age=300',
      'noindex',
    ])
    const other = await makeFeed(db as never, ada)
    expect((await ask(`/feed/mine/${secret}.atom`)).status).toBe(404)
    await removeFeed(db as never, 'user:ada')
    expect((await ask(`/feed/mine/${other}.atom`)).status).toBe(404)
  })

  test.each([
    '/feed/nothing.atom',
    '/feed/__proto__.atom',
    '/feed/mine/x.atom',
    '/feed/%E0%A4%A.atom',
    '/feed/',
    '/feed/mine/..%2f.atom',
  ])('8.bad input: %s is a 4xx', async path => {
    const { ask } = await stage()
    const { status } = await ask(path, { accept: 'application/json' })
    expect([400, 404]).toContain(status)
  })
})
