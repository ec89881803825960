import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { storedDoi } from '../../kit/doi/index.ts'
import { type ActivityTables, recordActivity } from '../../paper/activity/index.ts'
import { type AppTables, type AppUnderTestOptions, appUnderTest, startIdentityProvider } from '../../testing/index.ts'
import { readCursor, writeCursor } from './events-call.ts'

const now = Date.UTC(2026, 10, 25)

/** Path after `/papers/`, with its DOI. */
const forms = [
  ['10.1038/nature12373', '10.1038/nature12373'],
  ['10.1038%2FNature12373', '10.1038/nature12373'],
  ['https%3A%2F%2Fdoi.org%2F10.1038%2Fnature12373', '10.1038/nature12373'],
  ['https://doi.org/10.1038/nature12373', '10.1038/nature12373'],
  ['doi:10.1038/nature12373', '10.1038/nature12373'],
  ['arXiv:1706.03762v5', '10.48550/arxiv.1706.03762'],
  ['10.1000/x/claim', '10.1000/x/claim'],
  ['10.1000/456%23789', '10.1000/456#789'],
  ['10.1000/a%252fb', '10.1000/a%2fb'],
  [
    '10.1002/(SICI)1521-3773(19990601)38:11%3C1598::AID-ANIE1598%3E3.0.CO;2-J',
    '10.1002/(sici)1521-3773(19990601)38:11<1598::aid-anie1598>3.0.co;2-j',
  ],
]

/** Requests with their status, error type and field. */
const refusals: readonly (readonly [string, string, number, string, string | undefined])[] = [
  ['GET', '/papers/hello', 400, 'not-a-doi', undefined],
  ['GET', '/papers/10.1038', 400, 'not-a-doi', undefined],
  ['GET', '/papers/pmid:12345678', 400, 'not-a-doi', undefined],
  ['GET', '/papers/10.1000/%', 400, 'bad-request', undefined],
  ['GET', '/papers/10.1000/x?fields=title', 400, 'unknown-field', 'fields'],
  ['GET', '/search', 400, 'bad-request', 'q'],
  ['GET', '/search?q=', 400, 'bad-request', 'q'],
  ['GET', '/search?q=a&q=b', 400, 'bad-request', 'q'],
  ...['0', '51', '-1', '1e1', '1.5', '05', '%201', '', 'NaN', '99999999999999999999', '5&limit=5'].map(
    limit => ['GET', `/search?q=a&limit=${limit}`, 400, 'bad-request', 'limit'] as const,
  ),
  ...['-1', '100', '1e1', '00', '', 'x', '1&offset=1'].map(
    offset => ['GET', `/search?q=a&offset=${offset}`, 400, 'bad-request', 'offset'] as const,
  ),
  ['GET', '/search?q=a&per_page=5', 400, 'unknown-field', 'per_page'],
  ['GET', '/events?since=hello', 400, 'unknown-cursor', 'since'],
  ['GET', `/events?since=${writeCursor(1)}`, 400, 'unknown-cursor', 'since'],
  ['GET', '/events?type=party', 400, 'bad-request', 'type'],
  ['GET', '/events?after=1', 400, 'unknown-field', 'after'],
  ['GET', '/reports/abc', 404, 'unknown-report', undefined],
  ['GET', `/reports/${'a'.repeat(64)}`, 404, 'unknown-report', undefined],
  ['GET', '/ranges/xyz', 400, 'bad-request', 'prefix'],
  ['GET', '/ranges/abcdef', 400, 'bad-request', 'prefix'],
  ['GET', '/nothing', 404, 'not-found', undefined],
  ['DELETE', '/events', 405, 'method-not-allowed', undefined],
  ['POST', '/papers:batchGet', 400, 'bad-request', undefined],
]

/** Default messages of the validation library, which must not reach users. */
const inWordsOfTheLibrary = /Invalid (?:input|option)|expected/

/** Bodies, and the field that is wrong. */
const badBatches: readonly (readonly [object, string])[] = [
  [{}, 'dois'],
  [{ dois: [] }, 'dois'],
  [{ dois: Array.from({ length: 1_001 }, () => '10.1000/x') }, 'dois'],
  [{ dois: '10.1000/x' }, 'dois'],
  [{ dois: [7] }, 'dois.0'],
  [{ dois: ['10.1000/x'], fields: 'title' }, 'fields'],
]

describeStore<AppTables>('the API', siteMigrations, open => {
  const start = async (options: Partial<AppUnderTestOptions> = {}) => {
    const db = await open()
    const { app, origin } = appUnderTest({ db, identity: 'http://127.0.0.1:9', now: () => now, ...options })
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await app.request(`${origin}/api/v1${path}`, init)
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, body: text === '' ? null : JSON.parse(text) }
    }
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) => {
      const json = JSON.stringify(body)
      const length = String(Buffer.byteLength(json))
      return ask(path, {
        method: 'POST',
        body: json,
        headers: { 'Content-Type': 'application/json', 'Content-Length': length, ...headers },
      })
    }
    return { db, app, origin, ask, post }
  }

  test('a DOI is accepted in every form the search field accepts', async () => {
    const { ask } = await start()
    for (const [asked, doi] of forms) {
      const { status, body } = await ask(`/papers/${asked}`)
      expect([asked, status, body.doi]).toEqual([asked, 200, doi])
    }
  })

  test('invalid requests are rejected by field, for API clients and browsers alike', async () => {
    const { ask, origin } = await start()
    for (const [method, path, status, word, field] of refusals) {
      const refused = await ask(path, { method, headers: { Accept: 'text/html' } })
      const told = { path, status: refused.status, type: refused.body.type, field: refused.body.field }
      expect(told).toEqual({ path, status, type: `${origin}/api/problems/${word}`, field })
      expect(refused.headers.get('Content-Type')).toBe('application/problem+json')
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(refused.body.detail).toMatch(/\.$/)
      expect(refused.body.detail).not.toMatch(inWordsOfTheLibrary)
    }
  })

  test('unknown paper, unavailable sources and rate limiting have different responses', async () => {
    const ask = async (options: Partial<AppUnderTestOptions>) => (await start(options)).ask('/papers/10.1000/x')
    expect(await ask({ record: 'not-found' })).toMatchObject({ status: 404, body: { status: 404 } })
    const away = await ask({ record: 'unavailable' })
    expect([away.status, away.headers.get('Retry-After'), away.body.type]).toEqual([
      503,
      '60',
      expect.stringMatching(/\/unavailable$/),
    ])
    const often = await ask({ record: 'unavailable', retryAfter: 7 })
    expect([often.status, often.headers.get('Retry-After'), often.body.type]).toEqual([
      429,
      '7',
      expect.stringMatching(/\/too-many-requests$/),
    ])
  })

  test('a batch lists unknown papers in order and explains invalid DOIs', async () => {
    const { post, origin } = await start()
    const dois = ['10.1000/b', 'https://doi.org/10.1000/A', 'hello', '10.1000/b']
    const { status, headers, body } = await post('/papers:batchGet', { dois })
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(body.papers).toEqual([])
    expect(body.not_found).toEqual(dois)
    expect(body.problems).toMatchObject([
      { requested: 'hello', problem: { type: `${origin}/api/problems/not-a-doi`, status: 400 } },
    ])
  })

  test('a malformed batch is rejected with its field', async () => {
    const { post } = await start()
    for (const [body, field] of badBatches) {
      const refused = await post('/papers:batchGet', body)
      expect(refused).toMatchObject({ status: 400, body: { field } })
      expect(refused.body.detail).not.toMatch(inWordsOfTheLibrary)
    }
  })

  test('a thousand of the longest DOIs fit into a batch, and anything larger is rejected', async () => {
    const { post } = await start()
    const dois = Array.from(
      { length: 1_000 },
      (_, n) => `https://doi.org/10.1002/(sici)${String(n).padStart(150, '0')}`,
    )
    const { status, body } = await post('/papers:batchGet', { dois })
    expect([status, body.not_found.length]).toEqual([200, 1_000])
    const large = await post('/papers:batchGet', { dois: ['x'.repeat(256_000)] })
    expect([large.status, large.body.type]).toEqual([413, expect.stringMatching(/\/too-large$/)])
  })

  test('CORS allows every origin without credentials', async () => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const { ask, post, app, origin } = await start({ identity: provider.origin })
    const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
    const preflight = await ask('/papers:batchGet', {
      method: 'OPTIONS',
      headers: { ...foreign, 'Access-Control-Request-Method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*'])
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('POST')
    const posted = await post('/papers:batchGet', { dois: ['10.1000/x'] }, foreign)
    expect([posted.status, posted.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*'])
    const { token } = provider.signIn(provider.addUser('ada@example.org'))
    const signedIn = await app.request(`${origin}/authenticate?session_token=${token}`, {
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    })
    const cookie = signedIn.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    expect(cookie).not.toBe('')
    const [own, others] = [await ask('/papers/10.1000/x', { headers: { cookie } }), await ask('/papers/10.1000/x')]
    expect(own.text).toBe(others.text)
    for (const { headers } of [own, others, posted]) expect(headers.get('Set-Cookie')).toBeNull()
    expect(own.headers.get('Cache-Control')).toMatch(/^public/)
  })

  test('a cached response returns 304 in any encoding', async () => {
    const { ask } = await start()
    const first = await ask('/papers/10.1000/x')
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*', tag.replace(/"$/, '-br"')]) {
      const again = await ask('/papers/10.1000/x', { headers: { 'If-None-Match': known } })
      expect([again.status, again.text]).toEqual([304, ''])
      for (const name of ['Cache-Control', 'Vary', 'Access-Control-Allow-Origin'])
        expect(again.headers.get(name)).toBe(first.headers.get(name))
    }
    expect((await ask('/papers/10.1000/x', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    expect((await ask('/papers/10.1000/y')).headers.get('ETag')).not.toBe(tag)
    const head = await ask('/papers/10.1000/x', { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('ETag')]).toEqual([200, '', tag])
  })

  test('responses report the remaining rate limit and its reset', async () => {
    const { ask, post } = await start({ settings: { LIMITS_SCALE: '0.005' } })
    const told = async (left: number) => {
      const { status, headers } = await ask('/events')
      expect([status, headers.get('RateLimit-Policy'), headers.get('RateLimit')]).toEqual([
        200,
        '"apiRead";q=3;w=60',
        expect.stringMatching(new RegExp(`^"apiRead";r=${left};t=\\d+$`)),
      ])
    }
    for (const left of [2, 1, 0]) await told(left)
    const refused = await ask('/events')
    expect([refused.status, refused.headers.get('RateLimit-Policy')]).toEqual([429, '"apiRead";q=3;w=60'])
    const [, seconds] = /^"apiRead";r=0;t=(\d+)$/.exec(refused.headers.get('RateLimit') ?? '') ?? []
    expect(refused.headers.get('Retry-After')).toBe(seconds)
    // A batch spends a point for each paper.
    const batch = await post('/papers:batchGet', { dois: Array.from({ length: 60 }, (_, n) => `10.1000/${n}`) })
    expect(batch.headers.get('RateLimit')).toMatch(/^"apiBatch";r=40;/)
  })

  test('events are paginated with a cursor', async () => {
    const { db, ask, origin } = await start()
    const record = (key: string, at: number) =>
      runTransaction(db.$pickTables<keyof ActivityTables>(), tx =>
        recordActivity(
          tx,
          {
            doi: storedDoi(`10.1000/${key}`),
            kind: 'retraction',
            key,
            at,
            date: '2026-11',
            by: { name: 'Crossref', href: 'https://www.crossref.org' },
            label: 'Retraction',
            outcome: null,
            detail: null,
            path: `/10.1000/${key}#known`,
          },
          at,
        ).then(() => {}),
      )
    for (let n = 0; n < 101; n++) await record(String(n), now + n)
    const first = await ask('/events')
    expect([first.body.events.length, first.body.has_more]).toEqual([100, true])
    expect(first.body.events[0]).toEqual({
      id: expect.any(String),
      type: 'retraction',
      withdrawn: false,
      doi: '10.1000/0',
      page_url: `${origin}/10.1000/0#known`,
      recorded_at: new Date(now).toISOString(),
      date: '2026-11',
      label: 'Retraction',
      outcome: null,
      source: 'Crossref',
      source_url: 'https://www.crossref.org',
      detail: null,
    })
    const second = await ask(`/events?since=${first.body.next}&type=retraction&type=claim`)
    expect([second.body.events.map(({ doi }: { doi: string }) => doi), second.body.has_more]).toEqual([
      ['10.1000/100'],
      false,
    ])
    expect((await ask(`/events?since=${second.body.next}`)).body).toEqual({
      events: [],
      next: second.body.next,
      has_more: false,
    })
  })
})

test.each([0, 1, 100, 999_999_999_999])('the cursor of %i round-trips', place =>
  expect(readCursor(writeCursor(place))).toBe(place),
)
test.each(['', 'x', '0', 'ZXZlbnRzOg', `${writeCursor(1)}=`, `${writeCursor(1)} `, writeCursor(1.5), writeCursor(-1)])(
  '%s is not a valid cursor',
  word => expect(readCursor(word)).toBeNull(),
)
