import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import {
  type ActivityTables,
  addInterest,
  type NewActivity,
  recordActivity,
  retractActivity,
} from '../../paper/activity/index.ts'
import { nothingKnown } from '../../paper/known/index.ts'
import { exampleReport } from '../../readers/reports/testing/index.ts'
import { type AppTables, type AppUnderTestOptions, appUnderTest, startCallers } from '../../testing/index.ts'
import { eventsCall } from './events-call.ts'
import { paperCall } from './paper-call.ts'
import type { ToldPaper } from './read-paper-answers.ts'
import { batchCall, reportCall } from './report-call.ts'
import { ProblemDetails } from './schemas.ts'
import { searchCall } from './search-call.ts'

const now = Date.UTC(2026, 10, 25)
const forAMinute = 'public, max-age=60, s-maxage=300, stale-while-revalidate=60'

const paper = (doi: string, given: Partial<ToldPaper> = {}): ToldPaper => ({
  doi,
  record: 'found',
  kind: null,
  title: `Title of ${doi}`,
  authors: [],
  authorsTruncated: false,
  journal: null,
  year: null,
  details: { abstract: null, freeText: null, citedBy: null },
  known: { status: nothingKnown, summary: 'Nothing.', from: 2026, to: 2026, facts: [] },
  versions: [],
  ...given,
})

/** The page of a paper, as the site reads it for the API. */
const page = (given: Partial<ToldPaper> = {}) => ({ kind: 'page', model: paper('10.1000/x', given), retryAfter: null })
const retracted = { ...paper('').known, status: { ...nothingKnown, kind: 'retracted' as const } }

const claim: NewActivity = {
  ...{ doi: storedDoi('10.1000/x'), kind: 'claim', key: 'a', at: now, date: null, by: { name: 'Ada', href: null } },
  ...{ label: 'Claim', outcome: null, detail: null, path: '/10.1000/x/claim' },
}

/** Checks that a response matches its documentation, with every documented field and no other. */
const asDocumented = (path: string, status: number, body: unknown): void => {
  const call = [batchCall, searchCall, eventsCall, reportCall, paperCall].find(({ path: of }) =>
    path.startsWith(of.replace(/\{.*/, '')),
  )
  const schema = status === 200 ? call?.answer : ProblemDetails
  if (status !== 302) expect(schema?.parse(body)).toEqual(body)
}

describeStore<AppTables>('the API', siteMigrations, open => {
  /** The site with papers of its own in place of made-up ones. */
  const start = async (papers: object | null, options: Partial<AppUnderTestOptions> = {}) => {
    const db = await open()
    const { app, origin } = appUnderTest({
      ...{ db, identity: 'http://127.0.0.1:9', now: () => now, ...options },
      ...(papers && { papers: { jobs: {}, ...papers } as never }),
    })
    const ask = async (path: string, body?: object) => {
      const json = JSON.stringify(body)
      const headers = { 'Content-Type': 'application/json', 'Content-Length': String(json?.length ?? 0) }
      const sent = body === undefined ? {} : { method: 'POST', body: json, headers }
      const answer = await app.request(`${origin}/api/v1${path}`, sent)
      const text = await answer.text()
      const read = text === '' ? null : JSON.parse(text)
      asDocumented(path, answer.status, read)
      return { status: answer.status, headers: answer.headers, body: read }
    }
    return { db, ask, origin }
  }

  test('a DOI with trailing punctuation redirects to its paper, for CORS requests too', async () => {
    const { ask } = await start({ page: async () => ({ kind: 'moved', path: '/10.1000/x' }) })
    const { status, headers } = await ask('/papers/10.1000/x.')
    expect([status, headers.get('Location'), headers.get('Access-Control-Allow-Origin')]).toEqual([
      302,
      '/api/v1/papers/10.1000/x',
      '*',
    ])
  })

  test.each([
    ['nobody can have registered', { kind: 'impossible' }],
    ['is that of a paper with something added to it', { kind: 'below', doi: '10.1000/x' }],
    ['no source knows', page({ record: 'not-found' })],
  ])('no paper is found for a DOI that %s', async (_, view) => {
    const { ask } = await start({ page: async () => view })
    const { status, body } = await ask('/papers/10.1000/x')
    expect([status, body.type, body.detail]).toEqual([
      404,
      expect.stringMatching(/\/unknown-paper$/),
      'No source has a paper with the DOI 10.1000/x.',
    ])
  })

  test('a DOI that cannot exist is reported as such', async () => {
    const { ask } = await start({ page: async () => ({ kind: 'impossible' }) })
    const { body } = await ask('/papers/10.1000/-')
    expect(body.detail).toMatch(/no registrar can have assigned/)
  })

  test.each([
    ['its record was found', page(), forAMinute],
    [
      'sources have still to be asked',
      page({ known: { ...retracted, status: { ...nothingKnown, kind: 'not-asked' } } }),
      'no-store',
    ],
    [
      'its record could not be read, and a fact of it is held',
      page({ record: 'unavailable', known: { ...retracted, facts: [{}] as never } }),
      'no-store',
    ],
    [
      'no source has its record, and a fact of it is held',
      page({ record: 'not-found', known: { ...retracted, facts: [{}] as never } }),
      forAMinute,
    ],
  ])('a paper response while %s has matching cache headers', async (_, view, kept) => {
    const { ask } = await start({ page: async () => view })
    const { status, headers, body } = await ask('/papers/10.1000/x')
    expect([status, headers.get('Cache-Control'), body.doi]).toEqual([200, kept, '10.1000/x'])
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(headers.get('Vary')).toBe('Accept-Encoding')
  })

  test('a batch is answered in order from stored data, including duplicates', async () => {
    const asked: (readonly string[])[] = []
    const { ask } = await start({
      many: async (dois: readonly string[]) => {
        asked.push(dois)
        const unknown = { record: 'not-found', title: null } as const
        const told = [
          paper('10.1000/a'),
          paper('10.1000/named', { record: 'not-found', title: 'Named by a notice' }),
          paper('10.1000/fallen', { ...unknown, known: retracted }),
          paper('10.1000/unknown', unknown),
        ]
        return new Map(told.map(paper => [paper.doi, paper]))
      },
    })
    const dois = [
      '10.1000/fallen',
      'doi:10.1000/A',
      '10.1000/unknown',
      'hello',
      '10.1000/named',
      '10.1000/a',
      '10.1000/silent',
    ]
    const { headers, body } = await ask('/papers:batchGet', { dois })
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(body.papers.map(({ doi }: { doi: string }) => doi)).toEqual([
      '10.1000/fallen',
      '10.1000/a',
      '10.1000/named',
      '10.1000/a',
    ])
    expect(body.requested).toEqual(['10.1000/fallen', 'doi:10.1000/A', '10.1000/named', '10.1000/a'])
    expect(body.not_found).toEqual(['10.1000/unknown', 'hello', '10.1000/silent'])
    expect(body.problems.map(({ requested }: { requested: string }) => requested)).toEqual(['hello'])
    expect(asked).toEqual([['10.1000/fallen', '10.1000/a', '10.1000/unknown', '10.1000/named', '10.1000/silent']])
  })

  test.each([
    ['hello', /A DOI is 10\..*\/api\/v1\/search/i],
    ['pmid:12345678', /may identify a paper: send it to \/api\/v1\/search/],
    ['978-3-16-148410-0', /This is an ISBN/],
    ['0000-0002-1825-0097', /This is an ORCID iD/],
    ['10.1038/', /starts like a DOI but is not valid/],
  ])('%s is rejected as a DOI with a hint', async (asked, why) => {
    const { ask } = await start(null)
    expect((await ask(`/papers/${asked}`)).body).toMatchObject({ status: 400, detail: expect.stringMatching(why) })
  })

  test('a single paper includes community content, as a batch does', async () => {
    const { db, ask } = await start(null)
    await addInterest(db.$pickTables<keyof ActivityTables>(), storedDoi('10.1000/x'), { watchers: 2, claims: 1 })
    expect((await ask('/papers/10.1000/x')).body).toMatchObject({
      counts: { watchers: 2, claims: 1 },
      references_synced_at: null,
    })
  })

  test('an invalid field is rejected with a hint', async () => {
    const { ask } = await start(null)
    expect((await ask('/papers:batchGet', { dois: 7 })).body.detail).toBe('Invalid dois: send a list of DOIs.')
  })

  test('a URL with an empty query is accepted', async () => {
    const { ask } = await start(null)
    expect((await ask('/papers/10.1000/x?')).body.doi).toBe('10.1000/x')
  })

  test('unknown names are truncated in error messages', async () => {
    const { ask } = await start(null)
    const { body } = await ask(`/events?${'x'.repeat(200)}=1`)
    expect(body.field).toBe('x'.repeat(100))
    expect(body.detail).toContain(` ${'x'.repeat(100)}: `)
  })

  test('long responses are compressed if accepted, and revalidation headers on POST are ignored', async () => {
    const { app, origin } = appUnderTest({ db: await open(), now: () => now })
    const body = JSON.stringify({ dois: Array.from({ length: 500 }, (_, n) => `10.1000/${n}`) })
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
    const more = { 'Accept-Encoding': 'gzip', 'If-None-Match': '*' }
    const answer = await app.request(`${origin}/api/v1/papers:batchGet`, {
      ...{ method: 'POST', body, headers: { ...headers, ...more } },
    })
    expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([200, 'gzip'])
  })

  test('API problems have their own format, and other routes keep theirs', async () => {
    const { app, origin } = appUnderTest({ db: await open(), now: () => now })
    const typeAt = async (path: string) => (await app.request(origin + path)).headers.get('Content-Type')
    expect([await typeAt('/api/v1/nothing'), await typeAt('/nothing')]).toEqual([
      'application/problem+json',
      'application/json',
    ])
  })

  describe('API search', () => {
    const works = [
      {
        ...{ doi: '10.1000/retracted', title: 'Zebras', authors: ['Ada Lovelace'], authorsTruncated: true },
        ...{ journal: 'A journal', year: 2010, score: 2 },
      },
      { doi: '10.1000/fine', title: 'More zebras', authors: [], journal: null, year: null, score: 1 },
    ] as never

    test('each search result has its data and, where lists show one, a short status', async () => {
      const { ask, origin } = await start(null, { searchWorks: async () => ({ kind: 'found', works }) })
      const { status, headers, body } = await ask('/search?q=%20zebras%20')
      expect([status, headers.get('Cache-Control')]).toEqual([200, forAMinute])
      expect(body).toEqual({
        papers: [
          {
            ...{ doi: '10.1000/retracted', page_url: `${origin}/10.1000/retracted`, title: 'Zebras' },
            ...{ authors: ['Ada Lovelace'], authors_truncated: true, journal: 'A journal', year: 2010 },
            status: { key: 'retracted', label: expect.stringMatching(/^Retracted/) },
          },
          {
            ...{ doi: '10.1000/fine', page_url: `${origin}/10.1000/fine`, title: 'More zebras' },
            ...{ authors: [], authors_truncated: false, journal: null, year: null, status: null },
          },
        ],
        complete: true,
        message: null,
        has_more: false,
        next: null,
      })
      expect(headers.get('Link')).toBeNull()
    })

    const zebras = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...{ doi: `10.1000/zebra.${n}`, title: `Zebra ${n}`, authors: [], journal: null, year: null, score: 7 },
      })) as never[]
    const doisOf = (body: { papers: { doi: string }[] }) => body.papers.map(({ doi }) => doi)

    test.each([4, 7, 50])('pages of %i papers, followed by their links, are the one list without gaps', async size => {
      const asked: number[] = []
      const searchWorks = async (_: string, most: number) => {
        asked.push(most)
        return { kind: 'found' as const, works: zebras(130).slice(0, most) }
      }
      const { ask, origin } = await start(null, { searchWorks })
      const seen: string[] = []
      let path: string | null = `/search?q=zebras&limit=${size}`
      while (path !== null) {
        const { status, headers, body } = await ask(path)
        expect([status, body.has_more, headers.get('Link')]).toEqual([
          ...[200, body.next !== null, body.next && `<${body.next}>; rel="next"`],
        ])
        seen.push(...doisOf(body))
        path = body.next?.slice(`${origin}/api/v1`.length) ?? null
      }
      expect(seen).toEqual(doisOf({ papers: zebras(100) }))
      expect(new Set(asked)).toEqual(new Set([100]))
    })

    test('takes 20 papers to a page where no limit is given', async () => {
      const { ask } = await start(null, { searchWorks: async () => ({ kind: 'found', works: zebras(21) }) })
      const { body } = await ask('/search?q=zebras')
      expect([body.papers.length, body.has_more]).toEqual([20, true])
      const { body: second } = await ask('/search?q=zebras&offset=20')
      expect([doisOf(second), second.has_more, second.message]).toEqual([['10.1000/zebra.20'], false, null])
      const { body: past } = await ask('/search?q=zebras&offset=40')
      expect(past).toMatchObject({ papers: [], has_more: false, next: null, message: null })
    })

    test('an empty search explains itself', async () => {
      const { ask } = await start(null)
      expect((await ask('/search?q=zebras')).body).toMatchObject({ papers: [], complete: true, message: null })
      expect((await ask('/search?q=978-3-16-148410-0')).body).toMatchObject({
        papers: [],
        message: expect.stringMatching(/ISBN/),
      })
    })

    test('an incomplete search is marked as such and uncached', async () => {
      const { ask } = await start(
        {
          facts: {
            find: async (doi: string) =>
              doi === '10.1000/a'
                ? {
                    kind: 'found',
                    facts: { doi, title: 'A', authors: [], authorsTruncated: false, journal: null, year: null },
                  }
                : { kind: 'unavailable' },
          },
          statuses: async () => new Map(),
          ours: async () => new Set(),
        },
        {},
      )
      const { headers, body } = await ask('/search?q=10.1000/a%20and%2010.1000/b')
      expect([headers.get('Cache-Control'), body.complete, body.papers.length]).toEqual(['no-store', false, 1])
    })

    test('a failed search returns 503 rather than an empty list', async () => {
      const { ask, origin } = await start(null, {
        searchWorks: async () => ({ kind: 'unavailable', because: 'busy' }),
      })
      const { status, headers, body } = await ask('/search?q=zebras')
      expect([status, headers.get('Retry-After'), body.type]).toEqual([503, '2', `${origin}/api/problems/unavailable`])
    })
  })

  test('an approved report is found by its content hash and its files’ hash', async () => {
    const db = await open()
    const { person, visitor, origin } = await startCallers(db)
    const moderator = person('mo@example.org', { roles: ['moderator'] })
    const { id } = (await (await person('ada@example.org').send('/10.1000/x/audit/', exampleReport)).json()) as {
      id: string
    }
    const ask = async (hash: string) => {
      const answer = await visitor.send(`/api/v1/reports/${hash}`, null)
      const body = (await answer.json()) as Record<string, unknown>
      asDocumented('/reports/', answer.status, body)
      return { status: answer.status, body }
    }
    expect((await ask(exampleReport.sha256)).status).toBe(404)
    await moderator.send(`/moderate/audit/${id}`, { action: 'approve' })
    const told = await ask(exampleReport.sha256.toUpperCase())
    expect(told).toEqual({
      status: 200,
      body: {
        ...{ hash: expect.stringMatching(/^[\da-f]{64}$/), outcome: 'partial', author: 'Ada Lovelace', counted: false },
        ...{ reported_at: expect.any(String), page_url: `${origin}/10.1000/x/audit/4f2a91c07`, doi: '10.1000/x' },
        ...{ headline: 'Partly reproduced: 1 of 2 results differs', approved_at: expect.any(String) },
        ...{ package_sha256: exampleReport.sha256, platform: 'linux', environment: exampleReport.environmentDetails },
        ...{ approach: exampleReport.approach, code_changes: null, report: exampleReport.auditReport },
        ...{ package_url: 'https://osf.io/abcde', results: exampleReport.results, files: exampleReport.files },
      },
    })
    expect(await ask(String(told.body.hash))).toEqual(told)
    for (const near of [exampleReport.sha256.slice(1), `0${exampleReport.sha256}`, `${exampleReport.sha256}0`])
      expect((await ask(near)).status).toBe(404)
  })

  test('a withdrawn event is returned only as withdrawn, under the same id', async () => {
    const { db, ask, origin } = await start(null)
    const activity = db.$pickTables<keyof ActivityTables>()
    await recordActivity(activity, claim, now)
    const first = await ask('/events')
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=30, s-maxage=30')
    await retractActivity(activity, 'a')
    const { body } = await ask(`/events?since=${first.body.next}`)
    expect(body.events).toEqual([
      {
        ...{ id: first.body.events[0].id, type: 'claim', withdrawn: true, doi: '10.1000/x' },
        ...{ page_url: `${origin}/10.1000/x`, recorded_at: new Date(now).toISOString(), date: null, label: null },
        ...{ outcome: null, source: null, source_url: null, detail: null },
      },
    ])
    expect((await ask(`/events?type=retraction`)).body.events).toEqual([])
  })

  test('a batch over the remaining rate limit is rejected with the remainder and reset time', async () => {
    const { ask, origin } = await start(null, { settings: { LIMITS_SCALE: '0.005' } })
    const dois = Array.from({ length: 101 }, (_, n) => `10.1000/${n}`)
    const { status, headers, body } = await ask('/papers:batchGet', { dois })
    expect([status, body.type, headers.get('RateLimit-Policy')]).toEqual([
      429,
      `${origin}/api/problems/too-many-requests`,
      '"apiBatch";q=100;w=60',
    ])
    expect(body.detail).toBe('This address has asked too often. Try again in a minute.')
  })
})
