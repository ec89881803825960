import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { type KnownTables, nothingKnown, type StatusKind, saveUpdates } from '../../paper/known/index.ts'
import { exampleReport } from '../../readers/reports/testing/index.ts'
import { type AppTables, appUnderTest, startCallers } from '../../testing/index.ts'
import { RangeAnswer, RangesAnswer, rangeCall, rangeExamples, rangesCall } from './range-call.ts'
import { doiHash } from './range-index.ts'

const forHours = 'public, max-age=10800, s-maxage=10800, stale-while-revalidate=3600, stale-if-error=86400'
const update = {
  ...{ type: 'retraction', noticeDoi: null, date: '2020', retracted: true },
  ...{ journal: null, publisher: null, title: null },
}

describeStore<AppTables & KnownTables>('ranges, as they are asked for,', siteMigrations, open => {
  /** The site with papers of which something is known; the name of each is its status. */
  const start = async (names: readonly string[], settings: Record<string, string> = {}) => {
    const db = await open()
    const rows = names.map(name => ({ ...update, doi: storedDoi(`10.1000/${name}`) }))
    await saveUpdates(db.$pickTables<keyof KnownTables>(), rows, 'crossref')
    const statuses = async (dois: readonly string[]) =>
      new Map(
        dois
          .filter(doi => doi !== '10.1000/gone')
          .map(doi => [doi, { ...nothingKnown, kind: doi.slice('10.1000/'.length).replace(/\d/g, '') as StatusKind }]),
      )
    const { app, origin } = appUnderTest({
      ...{ db: db as never, identity: 'http://127.0.0.1:9', settings },
      papers: { jobs: {}, statuses } as never,
    })
    const ask = async (path: string) => {
      const answer = await app.request(`${origin}/api/v1${path}`)
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, never> }
    }
    return { ask, origin }
  }
  /** All papers of the sixteen shortest ranges. */
  const all = async (ask: Awaited<ReturnType<typeof start>>['ask']) => {
    const ranges = await Promise.all([...'0123456789abcdef'].map(digit => ask(`/ranges/${digit}`)))
    return ranges.map(({ status, headers, body }) => {
      expect([status, headers.get('Cache-Control')]).toEqual([200, forHours])
      return RangeAnswer.parse(body)
    })
  }

  test('ranges state their prefix length and number of papers', async () => {
    const { ask } = await start(['retracted', 'corrected', 'held'])
    const { headers, body } = await ask('/ranges')
    expect(RangesAnswer.parse(body)).toEqual(body)
    expect(body).toEqual({ version: 1, prefix_length: 1, papers: 3 })
    expect(headers.get('Cache-Control')).toBe(forHours)
  })

  test('ranges contain each paper with evidence and its status, and none with only withdrawn evidence', async () => {
    const { ask, origin } = await start(['retracted', 'corrected', 'nothing', 'not-asked', 'no-record', 'gone'])
    const ranges = await all(ask)
    const papers = ranges.flatMap(({ papers }) => papers)
    expect(papers.map(({ doi }) => doi).toSorted()).toEqual(['10.1000/corrected', '10.1000/retracted'])
    expect(papers.find(({ doi }) => doi === '10.1000/retracted')).toEqual({
      hash: doiHash(storedDoi('10.1000/retracted')),
      doi: '10.1000/retracted',
      status: {
        key: 'retracted',
        sentence: expect.any(String),
        date: null,
        label: expect.stringMatching(/^Retracted/),
      },
      page_url: `${origin}/10.1000/retracted`,
    })
    for (const { prefix, papers } of ranges) for (const { hash } of papers) expect(hash.startsWith(prefix)).toBe(true)
  })

  test('ranges are ordered by hash, at the full prefix length or one less', async () => {
    const { ask } = await start(Array.from({ length: 2_100 }, (_, n) => `held${n}`))
    expect((await ask('/ranges')).body).toEqual({ version: 1, prefix_length: 2, papers: 2_100 })
    const { body: short } = await ask('/ranges/A')
    const { body: long } = await ask('/ranges/ab')
    const { papers } = RangeAnswer.parse(short)
    expect([short.prefix, long.prefix, short.prefix_length]).toEqual(['a', 'ab', 2])
    const hashes = papers.map(({ hash }) => hash)
    expect(hashes).toEqual(hashes.toSorted())
    expect(hashes.length).toBeGreaterThan(50)
    expect(RangeAnswer.parse(long).papers).toEqual(papers.filter(({ hash }) => hash.startsWith('ab')))
    for (const prefix of ['abc', 'g', 'ag', 'xa', '']) expect((await ask(`/ranges/${prefix}`)).status).not.toBe(200)
    expect((await ask('/ranges/abc')).body).toMatchObject({ status: 400, field: 'prefix' })
  })

  test('ranges include papers with community reports', async () => {
    const db = await open()
    const { person, visitor } = await startCallers(db as never)
    const sent = await person('ada@example.org').send('/10.1000/x/audit/', exampleReport)
    const { id } = (await sent.json()) as { id: string }
    await person('mo@example.org', { roles: ['moderator'] }).send(`/moderate/audit/${id}`, { action: 'approve' })
    expect(await (await visitor.send('/api/v1/ranges', null)).json()).toMatchObject({ papers: 1 })
  })

  test('ranges are rate limited and take no parameters, as documented', async () => {
    const { ask } = await start(['retracted'], { LIMITS_SCALE: '0.005' })
    for (const [call, path] of [
      [rangesCall, '/ranges'],
      [rangeCall, '/ranges/a'],
    ] as const) {
      expect((await ask(path)).headers.get('RateLimit-Policy')).toBe(`"${call.limit.name}";q=3;w=60`)
      expect((await ask(`${path}?x=1`)).body).toMatchObject({
        detail: expect.stringContaining('this endpoint has none'),
      })
    }
    expect(rangesCall.parameters).toEqual([])
    expect(rangesCall.example).toMatchObject({ path: '/ranges' })
    expect(rangeCall.parameters).toMatchObject([{ name: 'prefix', in: 'path', required: true }])
    expect(rangeCall.problems).toContain('bad-request')
    for (const code of Object.values(rangeExamples('https://a.example/api/v1')))
      expect(code).toContain('https://a.example/api/v1/ranges')
    expect((await ask('/ranges/xyz')).status).toBe(400)
    const refused = await ask('/ranges/a')
    expect([refused.status, refused.body.type]).toEqual([429, expect.stringMatching(/too-many-requests$/)])
  })
})
