import { HttpProblem } from '@corroborate/server-kit/http'
import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, type AppUnderTestOptions, appUnderTest } from '../../testing/index.ts'
import type { ApiCall, ApiExample } from './api-call.ts'
import { eventsCall } from './events-call.ts'
import { paperCall } from './paper-call.ts'
import { ApiProblem, type ProblemWord, problemDetails, statusOfProblem } from './problem.ts'
import { batchCall, reportCall } from './report-call.ts'
import { searchCall } from './search-call.ts'

const calls = [paperCall, batchCall, searchCall, eventsCall, reportCall]
const json = 'application/json'
/** In place of an example of a report, which a new site has none of. */
const ofNoReport: Pick<ApiExample, 'path' | 'body'> = { path: `/reports/${'0'.repeat(64)}` }

/** Endpoint-specific errors with the requests that trigger them. */
const refusals: readonly {
  call: ApiCall
  path: string
  body?: string
  type?: string
  word: ProblemWord
  site?: object
}[] = [
  { call: paperCall, path: '/papers/hello', word: 'not-a-doi' },
  { call: paperCall, path: '/papers/10.1000/x', word: 'unknown-paper', site: { record: 'not-found' } },
  { call: paperCall, path: '/papers/10.1000/x', word: 'unavailable', site: { record: 'unavailable' } },
  { call: batchCall, path: '/papers:batchGet', body: '{}', word: 'bad-request' },
  { call: batchCall, path: '/papers:batchGet', body: 'null', word: 'bad-request' },
  { call: batchCall, path: '/papers:batchGet', body: '[]', word: 'bad-request' },
  { call: batchCall, path: '/papers:batchGet', body: '{"dois":["x"],"x":1}', word: 'unknown-field' },
  { call: batchCall, path: '/papers:batchGet', body: 'x'.repeat(256_001), word: 'too-large' },
  { call: batchCall, path: '/papers:batchGet', body: 'x', type: 'text/plain', word: 'unsupported-content-type' },
  { call: searchCall, path: '/search', word: 'bad-request' },
  { call: searchCall, path: '/search?q=%20', word: 'bad-request' },
  {
    ...{ call: searchCall, path: '/search?q=x', word: 'unavailable' },
    site: { searchWorks: async () => ({ kind: 'unavailable', because: 'busy' }) },
  },
  { call: eventsCall, path: '/events?type=party', word: 'bad-request' },
  { call: eventsCall, path: '/events?since=x', word: 'unknown-cursor' },
  { call: reportCall, path: `/reports/${'0'.repeat(64)}`, word: 'unknown-report' },
]

describeStore<AppTables>('a call of the API is as it is described:', siteMigrations, open => {
  const start = async (site: Partial<AppUnderTestOptions> = {}) => {
    const { app, origin } = appUnderTest({ db: await open(), identity: 'http://127.0.0.1:9', ...site })
    return async (path: string, body?: string, type = json) => {
      const headers = { 'Content-Type': type, 'Content-Length': String(body?.length) }
      const sent = body === undefined ? {} : { method: 'POST', body, headers }
      const answer = await app.request(`${origin}/api/v1${path}`, sent)
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, string> }
    }
  }

  test('the endpoint returns every documented problem and no other', async () => {
    const seen = new Map<ApiCall, Set<string>>(calls.map(call => [call, new Set()]))
    for (const { call, path, body, type, word, site } of refusals) {
      const refused = await (await start(site))(path, body, type)
      expect([path, body, refused.status, refused.body.type]).toEqual([
        ...[path, body, statusOfProblem(word)],
        expect.stringMatching(new RegExp(`/${word}$`)),
      ])
      expect(refused.body.request_id).toBe(refused.headers.get('X-Request-Id'))
      seen.get(call)?.add(word)
    }
    for (const [{ problems }, words] of seen) expect([...words].toSorted()).toEqual(problems.toSorted())
  })

  test.each(calls)('$path accepts the documented parameters and no others', async ({ path, parameters, example }) => {
    const ask = await start()
    const named = (place: string) => parameters.filter(parameter => parameter.in === place)
    expect(named('path').map(({ name }) => `{${name}}`)).toEqual(path.match(/\{.*?\}/g) ?? [])
    expect(named('path').every(({ required }) => required)).toBe(true)
    const { path: asked, body } = example ?? ofNoReport
    const [bare = ''] = asked.split('?')
    const refused = await ask(`${bare}?nonsense=1`, body && JSON.stringify(body))
    const takes = parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name)
    const has = takes.length === 0 ? 'this endpoint has none' : `this endpoint has ${takes.join(', ')}`
    expect(refused.body).toMatchObject({ status: 400, detail: `There is no parameter nonsense: ${has}.` })
    // Exactly the required fields are rejected if missing.
    const without = await ask(bare, body && JSON.stringify(body))
    expect(without.status === 400).toBe(named('query').some(({ required }) => required))
  })

  test.each(calls)('$path accepts its example and counts toward its limit', async ({ example, limit }) => {
    const { path, body } = example ?? ofNoReport
    const answer = await (await start())(path, body && JSON.stringify(body))
    expect(answer.status).toBe(example === null ? 404 : 200)
    const told = answer.headers.get('RateLimit-Policy')
    if (answer.status === 200) expect(told).toBe(`"${limit.name}";q=${limit.points};w=${limit.perSeconds}`)
  })
})

describe('mapping of general errors to API problems', () => {
  test.each([
    [400, 'bad-request'],
    [404, 'not-found'],
    [405, 'method-not-allowed'],
    [409, 'bad-request'],
    [413, 'too-large'],
    [414, 'too-large'],
    [415, 'unsupported-content-type'],
    [429, 'too-many-requests'],
    [431, 'too-large'],
    [500, 'unexpected'],
    [502, 'unexpected'],
    [503, 'unavailable'],
  ] as const)('status %i becomes %s', (status, word) =>
    expect(problemDetails(new HttpProblem(status as 400, 'It went wrong.'), 'https://a.example')).toEqual({
      type: `https://a.example/api/problems/${word}`,
      title: expect.any(String),
      status,
      detail: 'It went wrong.',
    }),
  )

  test('an API error includes its field, if any', () => {
    const told = (problem: ApiProblem) => problemDetails(problem, 'https://a.example', 'id')
    expect(told(new ApiProblem('bad-request', 'It is wrong.', { field: 'dois' }))).toMatchObject({
      field: 'dois',
      request_id: 'id',
    })
    expect(Object.keys(told(new ApiProblem('bad-request', 'It is wrong.')))).not.toContain('field')
  })
})
