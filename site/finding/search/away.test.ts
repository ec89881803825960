import { openDatabase } from '@corroborate/server-kit/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { prepareWork } from '../../paper/works-index/index.ts'
import { temporaryFolder, work } from '../../paper/works-index/testing/index.ts'
import { beginImport, openWorksThere } from '../../paper/works-opensearch/index.ts'
import { playOpenSearch } from '../../paper/works-opensearch/testing/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'

const folder = temporaryFolder()
const db = await openDatabase<AppTables>({
  url: undefined,
  file: folder.file('site.sqlite'),
  migrations: siteMigrations,
  now: Date.now,
})
const server = await playOpenSearch()
const place = { nodes: [server.url], name: 'works' }
const engine = openWorksThere(place, { patience: 60_000 })
const { app } = appUnderTest({ db, searchWorks: engine.search })
beforeAll(async () => {
  const begun = await beginImport(place, 'fresh')
  await begun.sink.put([prepareWork(work('10.1000/zebra', { title: 'Zebras' }))], 'keep')
  await begun.serve()
  await begun.close()
})
afterAll(async () => {
  await engine.close()
  await server.close()
  await db.destroy()
  folder.remove()
})

const ask = async (path: string, accept: string) => {
  const answer = await app.request(path, { headers: { accept } })
  return { status: answer.status, text: await answer.text() }
}

describe.each([
  ['a browser window', '/search?q=zebra', 'text/html'],
  ['a suggestion under the field', '/search?q=zebra', 'application/json'],
  ['a program', '/api/v1/search?q=zebra', 'application/json'],
])('search from %s', (_, path, accept) => {
  test.each(['away', 'partial', 'late'] as const)(
    'the search is reported as unavailable while OpenSearch is %s',
    async trouble => {
      server.fail('none')
      const before = await ask(path, accept)
      expect(before.status).toBe(200)
      expect(before.text).toContain('10.1000/zebra')
      server.fail(trouble)
      const told = await ask(path, accept)
      expect(told.status).toBe(503)
      expect(told.text).toContain('unavailable')
    },
  )
})
