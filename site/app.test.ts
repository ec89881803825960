import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { createMetrics } from '@corroborate/server-kit/health'
import { createLimits } from '@corroborate/server-kit/limits'
import { readSettings } from '@corroborate/server-kit/settings'
import { testLogger } from '@corroborate/server-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { siteLimits } from './limits.ts'
import type { PaperPageModel } from './papers/index.ts'
import { createPeople } from './people/index.ts'
import { type VoteTables, voteMigration } from './votes/index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corroborate-app-'))
const db = await openDatabase<VoteTables>({
  url: undefined,
  file: join(dataDir, 'site.sqlite'),
  migrations: [voteMigration],
})
afterAll(async () => {
  await db.destroy()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The site with one paper in some state; a page's markup is the JSON of its head. */
function siteWith(record: PaperPageModel['record']) {
  const { logger } = testLogger()
  const metrics = createMetrics()
  const model: PaperPageModel = {
    doi: '10.1000/x',
    doiUrl: 'https://doi.org/10.1000/x',
    path: '/10.1000/x',
    record,
    kind: null,
    title: null,
    authors: [],
    authorsTruncated: false,
    journal: null,
    year: null,
    known: { summary: 'Nothing.', from: 2026, to: 2026, facts: [] },
    votes: { mine: null, counts: { upvotes: 0, downvotes: 0, signedIn: 0 } },
  }
  let shown = 0
  const app = createApp({
    settings: readSettings({}),
    logger,
    metrics,
    renderer: {
      render: (_page, _model, { head }) => JSON.stringify(head),
      preload: { home: '', results: '', paper: '', error: '' },
      clientDir: dataDir,
    },
    db,
    people: createPeople({ secure: false }),
    papers: {
      page: async () => {
        shown += 1
        return { kind: 'page', model, facts: null }
      },
      cite: async () => new Response(),
      facts: { find: async () => ({ kind: 'not-found' }), findNear: async () => ({ kind: 'not-found' }) },
      jobs: { 'papers.refresh': async () => {} },
      learn: async () => {},
      close: async () => {},
    },
    findWorks: async () => ({ kind: 'found', works: [] }),
    limits: createLimits(siteLimits, { prefix: 'test', logger, metrics }),
    checks: {},
    isDraining: () => false,
  })
  return {
    ask: async (path: string, method = 'GET') => app.request(path, { method, headers: { accept: 'text/html' } }),
    shown: () => shown,
  }
}

test.each([
  ['found', 'private, no-cache', false, 1],
  ['not-found', 'private, no-cache', true, 1],
  ['unavailable', 'no-store', true, 2],
] as const)('a paper whose record is %s', async (record, cacheControl, noindex, shown) => {
  const site = siteWith(record)
  const answer = await site.ask('/10.1000/x')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe(cacheControl)
  expect((await answer.text()).includes('noindex')).toBe(noindex)
  await site.ask('/10.1000/x')
  expect(site.shown()).toBe(shown)
})

test('results of a search are not for search engines', async () => {
  const answer = await siteWith('found').ask('/search?q=anything')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('noindex')
})

test.each([
  ['/10.1000/x', 'GET, HEAD'],
  ['/10.1000/x/vote', 'POST'],
  ['/search', 'GET, HEAD'],
])('%s says what it answers', async (path, allowed) => {
  const asked = await siteWith('found').ask(path, 'OPTIONS')
  expect([asked.status, asked.headers.get('allow')]).toEqual([204, allowed])
  const refused = await siteWith('found').ask(path, 'DELETE')
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, allowed])
})

test.each([
  ['/', 'private, no-cache'],
  ['/search?q=anything', 'private, no-cache'],
  ['/nothing-here', 'no-store'],
])('nobody shows %s to another reader from a cache', async (path, cacheControl) => {
  expect((await siteWith('found').ask(path)).headers.get('cache-control')).toBe(cacheControl)
})
