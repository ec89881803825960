import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { type KnownTables, saveReplications, saveUpdates } from '../../paper/known/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { createCrawlerCalls, papersAFile, sitemapEntries } from './feature.ts'

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)

describeStore<AppTables>('what search engines are told', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const known = db as unknown as Kysely<KnownTables>
    const update = {
      type: 'correction',
      noticeDoi: null,
      retracted: false,
      journal: null,
      publisher: null,
      title: null,
    }
    const dated = (doi: string, date: string | null, type = 'correction') => ({
      ...update,
      doi: storedDoi(doi),
      date,
      type,
    })
    await saveUpdates(
      known,
      [
        dated('10.1000/b', '2020-01', 'erratum'),
        dated('10.1000/b', '2021-03-04'),
        dated('10.1000/b', '2999', 'retraction'),
        dated('10.1000/(si)1<2&3', null),
        dated('10.1000/B-10', '1999'),
      ],
      'crossref',
    )
    await saveReplications(known, [
      {
        originalDoi: storedDoi('10.1000/a'),
        replicationDoi: storedDoi('10.1000/z'),
        replicationUrl: null,
        type: 'replication',
        outcome: 'successful',
        quote: null,
        originalTitle: null,
        originalJournal: null,
        originalYear: null,
        replicationTitle: null,
        replicationJournal: null,
        replicationYear: 2010,
        origin: 'flora',
      } as never,
    ])
    const { app, origin } = appUnderTest({ db, identity: 'http://127.0.0.1:9' })
    const ask = async (path: string) => {
      const answer = await app.request(origin + path)
      const { headers } = answer
      const [type, kept] = [headers.get('content-type'), headers.get('cache-control')]
      return { status: answer.status, type, kept, text: await answer.text() }
    }
    return { ask, origin }
  }

  test('the sitemap lists each paper with an event once, with its newest date', async () => {
    const { ask, origin } = await setUp()
    const index = await ask('/sitemap.xml')
    expect([index.type, locations(index.text)]).toEqual(['application/xml; charset=utf-8', [`${origin}/sitemap-1.xml`]])
    const { text, type } = await ask('/sitemap-1.xml')
    expect(type).toBe('application/xml; charset=utf-8')
    expect(locations(text).toSorted()).toEqual(
      ['(si)1%3C2&#38;3', 'B-10', 'a', 'b'].map(name => `${origin}/10.1000/${name}`).toSorted(),
    )
    expect(text).toContain(`/b</loc><lastmod>2021-03-04</lastmod></url>`)
    expect(text.match(/<lastmod>/g)).toHaveLength(2)
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset [^>]+>\n<url>.*<\/urlset>\n$/s)
  })

  test('a sitemap beyond the last is 404', async () => {
    const { ask } = await setUp()
    for (const path of ['/sitemap-0.xml', '/sitemap-2.xml', '/sitemap-99999999999999999999.xml'])
      expect((await ask(path)).status).toBe(404)
  })

  test('robots.txt lists the sitemaps and disallows searches and sessions', async () => {
    const { ask, origin } = await setUp()
    const { status, type, kept, text } = await ask('/robots.txt')
    expect([status, type, kept]).toEqual([200, 'text/plain; charset=UTF-8', 'public, max-age=3600'])
    expect(text).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
    const lines = text
      .trimEnd()
      .split('\n')
      .filter(line => line !== '')
    const disallowed = lines.flatMap(line => /^Disallow: (.*)$/.exec(line)?.[1] ?? [])
    expect(disallowed).toEqual(['/search', '/login', '/logout', '/authenticate', '/moderate', '/dashboard'])
    for (const line of lines) expect(line).toMatch(/^(?:User-agent: \*|Disallow: \/[a-z]+|Sitemap: https?:\/\/\S+)$/)
  })
})

/** Calls over so many papers, and how often they were read from the first one on. */
const callsOver = async (dois: readonly Doi[], clock: { now: number }, fails: { next: boolean } = { next: false }) => {
  const counted = { times: 0 }
  const calls = createCrawlerCalls({
    origin: 'https://a.example',
    read: async ({ after, until, limit }) => {
      if (fails.next) throw new Error('away')
      if (after === '' && until === null) counted.times += 1
      const page = dois.filter(doi => doi > after && (until === null || doi <= until)).slice(0, limit)
      return page.map(doi => ({ doi, lastmod: null }))
    },
    now: () => clock.now,
  })
  const { Hono } = await import('hono')
  const app = new Hono().get('/sitemap.xml', c => calls.index(c as never)).get('/:file', c => calls.file(c as never))
  app.onError((_, c) => c.text('', 500))
  return { app, counted }
}

test('papers are counted once an hour under concurrency, and again after a failure', async () => {
  const clock = { now: 1_000 }
  const fails = { next: true }
  const { app, counted } = await callsOver(['10.1000/a' as Doi], clock, fails)
  expect((await app.request('/sitemap.xml')).status).toBe(500)
  fails.next = false
  const ask = async () => (await app.request('/sitemap.xml')).status
  expect([await ask(), await ask(), counted.times]).toEqual([200, 200, 1])
  clock.now += 60 * 60_000 - 1
  expect([await ask(), counted.times]).toEqual([200, 1])
  clock.now += 1
  expect([await ask(), counted.times]).toEqual([200, 2])
  // After a clock change the count's age is unknown.
  clock.now -= 1
  expect([await ask(), counted.times]).toEqual([200, 3])
})

test('crawler files are cacheable for an hour', async () => {
  const { app } = await callsOver(['10.1000/a' as Doi], { now: 0 })
  for (const path of ['/sitemap.xml', '/sitemap-1.xml'])
    expect((await app.request(path)).headers.get('Cache-Control')).toBe('public, max-age=3600')
})

test('a grown sitemap stays within its limit and does not overlap the next', async () => {
  const name = (n: number) => `10.1000/${String(n).padStart(7, '0')}` as Doi
  const dois = Array.from({ length: papersAFile }, (_, n) => name(2 * n))
  const clock = { now: 0 }
  const { app } = await callsOver(dois, clock)
  expect(locations(await (await app.request('/sitemap.xml')).text())).toHaveLength(2)
  dois.push(...Array.from({ length: 12_000 }, (_, n) => name(2 * papersAFile + n)))
  expect(locations(await (await app.request('/sitemap-1.xml')).text())).toHaveLength(papersAFile)
  expect(locations(await (await app.request('/sitemap-2.xml')).text())).toHaveLength(12_000)
  dois.push(...Array.from({ length: 50_000 }, (_, n) => name(4 * papersAFile + n)))
  expect(locations(await (await app.request('/sitemap-2.xml')).text())).toHaveLength(50_000)
})

test.each([
  ['2020', '2020'],
  ['2020-06', '2020-06'],
  ['2020-06-05', '2020-06-05'],
  ['2020-06-05T00:00', null],
  ['in 2020', null],
  ['20', null],
  [null, null],
])('a newest event date of %j is listed as %j', (lastmod, date) =>
  expect(sitemapEntries('https://a.example', [{ doi: storedDoi('10.1000/x'), lastmod }])).toBe(
    `<url><loc>https://a.example/10.1000/x</loc>${date === null ? '' : `<lastmod>${date}</lastmod>`}</url>\n`,
  ),
)

test('a sitemap has at most 50,000 papers, and together they list each paper once', async () => {
  const dois = Array.from({ length: 2 * papersAFile + 1_500 }, (_, n) => `10.1000/${String(n).padStart(7, '0')}` as Doi)
  const calls = createCrawlerCalls({
    origin: 'https://a.example',
    read: async ({ after, until, limit }) => {
      const from = after === '' ? 0 : dois.indexOf(after as Doi) + 1
      const page = dois.slice(from, from + limit).map(doi => ({ doi, lastmod: null }))
      return until === null ? page : page.filter(({ doi }) => doi <= until)
    },
    now: () => 0,
  })
  const { Hono } = await import('hono')
  const app = new Hono().get('/sitemap.xml', c => calls.index(c as never)).get('/:file', c => calls.file(c as never))
  const files = locations(await (await app.request('/sitemap.xml')).text())
  expect(files).toHaveLength(3)
  const all: string[] = []
  for (const file of files) {
    const found = locations(await (await app.request(new URL(file).pathname)).text())
    expect(found.length).toBeLessThanOrEqual(50_000)
    all.push(...found)
  }
  expect(all).toEqual(dois.map(doi => `https://a.example/${doi}`))
})
