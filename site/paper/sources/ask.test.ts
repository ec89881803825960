import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask, CouldNotAsk, type Web, waitFor } from './ask.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
type Answer = { status?: number; retryAfter?: string; body?: string } | 'cut'

/** A source with these responses in order, then valid ones; waits take no time and are recorded. */
const sourceOf = async (...answers: Answer[]) => {
  const agents: (string | undefined)[] = []
  const server = createServer((request, response) => {
    agents.push(request.headers['user-agent'])
    const answer = answers.shift() ?? {}
    if (answer === 'cut') return void response.destroy()
    const { status = 200, retryAfter, body = 'right' } = answer
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
  const waits: number[] = []
  const stop = new AbortController()
  const web: Web = { userAgent: 'a test', patience: 5_000, wait: async ms => void waits.push(ms), now: () => now }
  const read = async (response: Response) => {
    const text = await response.text()
    if (text === 'nonsense') throw new CouldNotAsk('It makes no sense.')
    return `${response.status} ${text}`
  }
  const get = (given: Partial<Web> = {}) =>
    ask({ ...web, ...given }, { url, headers: { accept: 'text/plain' }, signal: stop.signal, read })
  return { get, waits, stop, agents }
}

describe('querying a source', () => {
  test('a source that answers successfully is queried once, whatever its headers say', async () => {
    for (const status of [200, 304, 404, 499]) {
      const { get, waits, agents } = await sourceOf({ status, body: '' })
      expect(await get()).toBe(`${status} `)
      expect([waits, agents]).toEqual([[], ['a test']])
    }
  })

  test('a source is tried four times with backoff, and the last error is reported', async () => {
    const { get, waits, agents } = await sourceOf('cut', { body: 'nonsense' }, { status: 429 }, { status: 500 }, {})
    await expect(get()).rejects.toMatchObject({ message: 'It returned error 500.', retryAfter: null })
    expect([waits, agents.length]).toEqual([[5_000, 20_000, 80_000], 4])
  })

  test.each<[string, Answer, string]>([
    ['breaks off', 'cut', 'It could not be reached, or the connection broke.'],
    ['makes no sense', { body: 'nonsense' }, 'It makes no sense.'],
    ['refuses', { status: 429 }, 'It rate-limited our requests.'],
    ['is broken', { status: 503 }, 'It returned error 503.'],
  ])('a source that %s every time is reported', async (_, answer, message) => {
    const { get } = await sourceOf(answer, answer, answer, answer)
    await expect(get()).rejects.toMatchObject({ name: 'CouldNotAsk', message, retryAfter: null })
  })

  test.each([
    ['17', 17_000],
    ['0', 1_000],
    ['300', 300_000],
    [new Date(now + 60_000).toUTCString(), 60_000],
    [new Date(now - 60_000).toUTCString(), 1_000],
    ['later', 5_000],
    ['1e3 apples', 5_000],
  ])('a source with Retry-After %s is queried again after %i ms', async (retryAfter, wait) => {
    const { get, waits } = await sourceOf({ status: 503, retryAfter })
    expect([await get(), waits]).toEqual(['200 right', [wait]])
  })

  test('a source requesting a longer wait than five minutes is left until then', async () => {
    const { get, waits } = await sourceOf({ status: 503, retryAfter: '301' })
    await expect(get()).rejects.toMatchObject({
      message: 'It returned error 503 and asked to retry after 301 seconds.',
      retryAfter: 301_000,
    })
    expect(waits).toEqual([])
  })

  test('a source is not queried after the run was stopped, before or during a wait', async () => {
    const { get, stop, agents, waits } = await sourceOf({ status: 503 })
    const wait: Web['wait'] = async ms => {
      waits.push(ms)
      stop.abort(new Error('stopped'))
    }
    await expect(get({ wait })).rejects.toThrow('stopped')
    await expect(get()).rejects.toThrow('stopped')
    expect([waits.length, agents.length]).toEqual([1, 1])
  })
})

test('a wait ends at once when the run is stopped', async () => {
  const stop = new AbortController()
  const waiting = waitFor(60_000, stop.signal)
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})
