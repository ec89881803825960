import { openDatabase } from '@corroborate/server-kit/database'
import { afterAll, describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { createSearchPool } from '../../paper/works-index/index.ts'
import { temporaryFolder, work, writeIndex } from '../../paper/works-index/testing/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'

const folder = temporaryFolder()
const file = folder.file('works.sqlite')
writeIndex(file, [work('10.1000/zebra', { title: 'Zebras' })])
const db = await openDatabase<AppTables>({
  url: undefined,
  file: folder.file('site.sqlite'),
  migrations: siteMigrations,
  now: Date.now,
})

// One search at work, two waiting: of twenty at once all others find the queue full.
const pool = createSearchPool({ file, threads: 1, queue: 2, deadline: 15_000 })
const { app } = appUnderTest({ db, searchWorks: pool.search })
afterAll(async () => {
  await pool.close()
  await db.destroy()
  folder.remove()
})

type Body = { results: unknown[]; error?: string | null } | { error: string }
const asJson = async (answer: Response): Promise<Body> => (await answer.json()) as Body
const asPage = async (answer: Response): Promise<Body> => ((await answer.json()) as { model: Body }).model

describe.each([
  ['a program', 'application/json', asJson],
  ['a suggestion under the field', '*/*', asJson],
  ['a browser window', 'text/html', asPage],
] as const)('search over the concurrency limit for %s', (_, accept, bodyOf) => {
  test('each response has results, or reports the search as unavailable and is uncached', async () => {
    const asked = Array.from({ length: 20 }, async () => app.request('/search?q=zebra', { headers: { accept } }))
    const told = await Promise.all(
      (await Promise.all(asked)).map(async answer => {
        const body = await bodyOf(answer)
        const kept = answer.headers.get('cache-control') !== 'no-store'
        const papers = 'results' in body ? body.results.length : 0
        return {
          status: answer.status,
          papers,
          error: body.error ?? null,
          kept,
          retry: answer.headers.get('retry-after'),
        }
      }),
    )
    const found = { status: 200, papers: 1, error: null, kept: true, retry: null }
    const busy = { status: 503, papers: 0, error: 'Search service is currently unavailable.', kept: false, retry: '2' }
    expect(told.slice(0, 3)).toEqual([found, found, found])
    expect(told.slice(3)).toEqual(Array.from({ length: 17 }, () => busy))
  })
})
