import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { afterAll, expect, test } from 'vitest'
import type { PaperPageModel } from '../paper/papers/index.ts'
import { type AppTables, appUnderTest } from '../testing/index.ts'
import { siteMigrations } from './migrations.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-app-'))
const file = join(dataDir, 'site.sqlite')
const db = await openDatabase<AppTables>({ url: undefined, file, migrations: siteMigrations, now: Date.now })
afterAll(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The site with one paper in some state. */
const siteWith = (record: PaperPageModel['record']) => {
  const { app, papersShown } = appUnderTest({ db, record })
  return {
    ask: async (path: string, method = 'GET') => app.request(path, { method, headers: { accept: 'text/html' } }),
    shown: papersShown,
  }
}
/** Shared caches may store it, for as long as the site specifies. */
const forAll = (seconds: number) =>
  `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=60, stale-if-error=86400`

test.each([
  ['found', forAll(600), false, 1],
  ['not-found', forAll(600), true, 1],
  ['unavailable', 'no-store', true, 2],
] as const)('paper page with record %s', async (record, cacheControl, noindex, shown) => {
  const site = siteWith(record)
  const answer = await site.ask('/10.1000/x')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe(cacheControl)
  expect((await answer.text()).includes('noindex')).toBe(noindex)
  await site.ask('/10.1000/x')
  expect(site.shown()).toBe(shown)
})

test('a page whose sources were skipped by rate limiting returns 429 with content', async () => {
  const { app } = appUnderTest({ db, record: 'unavailable', retryAfter: 7 })
  const answer = await app.request('/10.1000/x', { headers: { accept: 'text/html' } })
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    429,
    '7',
    'no-store',
  ])
  expect(await answer.json()).toMatchObject({ page: 'paper', model: { record: 'unavailable' } })
})

test('search results are noindex', async () => {
  const answer = await siteWith('found').ask('/search?q=anything')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('noindex')
})

test.each([
  ['/10.1000/x', 'GET, HEAD'],
  ['/10.1000/x/vote', 'POST'],
  ['/search', 'GET, HEAD'],
])('%s lists its methods in Allow', async (path, allowed) => {
  const asked = await siteWith('found').ask(path, 'OPTIONS')
  expect([asked.status, asked.headers.get('allow')]).toEqual([204, allowed])
  const refused = await siteWith('found').ask(path, 'DELETE')
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, allowed])
})

test('the home page is publicly cacheable', async () => {
  expect((await siteWith('found').ask('/')).headers.get('cache-control')).toBe(forAll(60))
})

test.each([
  ['/search?q=anything', 'private, no-cache'],
  ['/nothing-here', 'no-store'],
])('%s is never served to another reader from a cache', async (path, cacheControl) => {
  expect((await siteWith('found').ask(path)).headers.get('cache-control')).toBe(cacheControl)
})

test('a badge is embeddable anywhere and depends only on its DOI', async () => {
  const { ask } = siteWith('found')
  for (const path of ['/badge/10.1000/retracted.svg', '/badge/10.1000%2FRetracted.svg?size=2']) {
    const badge = await ask(path)
    expect([badge.status, badge.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(badge.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await badge.text()).toContain('>Retracted</text>')
  }
  const sici = '/badge/10.1002/(sici)1521-3773(19990601)38:11%3C1598::aid-anie1598%3E3.0.co%3B2-retracted.svg'
  expect(await (await ask(sici)).text()).toContain('>Retracted</text>')
  expect(await (await ask('/badge/10.1000/x.svg')).text()).toContain('width="1"')
  for (const path of ['/badge/10.1000/x', '/badge/x.svg', '/badge/10.1000/x/vote.svg'])
    expect((await ask(path)).status).toBe(404)
})

test('a share picture is an embeddable PNG, cached long under its content-based URL', async () => {
  const { ask } = siteWith('found')
  const picture = await ask('/share/10.1000/x.png')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(picture.headers.get('cache-control')).toBe('public, max-age=600')
  const etag = picture.headers.get('etag') ?? ''
  const named = await ask(`/share/10.1000/x.png?v=${etag.replaceAll('"', '')}`)
  expect(named.headers.get('cache-control')).toBe('public, max-age=604800')
  for (const path of ['/share/10.1000/x', '/share/10.1000/x.svg', '/share/x.png', '/share/10.1000/x/vote.png'])
    expect((await ask(path)).status).toBe(404)
})

test('picture rendering is rate limited per IP address, and cached ones do not count', async () => {
  const { ask } = siteWith('found')
  const statuses: number[] = []
  for (let drawn = 0; drawn < 61; drawn += 1) statuses.push((await ask(`/share/10.1000/${drawn}.png`)).status)
  expect(statuses.filter(status => status === 200).length).toBe(60)
  expect(statuses.at(-1)).toBe(429)
})
