import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { type KnownTables, saveReplications, saveUpdates } from '../../paper/known/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { createCrawlerCalls } from './calls.ts'
import { papersAFile } from './sitemap.ts'

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
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    return { ask, origin }
  }

  test('each paper with an event is in the list once, with its newest date', async () => {
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

  test('there is no list beyond the last', async () => {
    const { ask } = await setUp()
    for (const path of ['/sitemap-0.xml', '/sitemap-2.xml', '/sitemap-99999999999999999999.xml'])
      expect((await ask(path)).status).toBe(404)
  })

  test('robots.txt names the lists, and keeps crawlers out of searches and sessions', async () => {
    const { ask, origin } = await setUp()
    const { status, type, text } = await ask('/robots.txt')
    expect([status, type]).toEqual([200, 'text/plain; charset=UTF-8'])
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

test('a file holds at most 50,000 papers, and all together hold each paper once', async () => {
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
