import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createMetrics } from '../health/index.ts'
import { testLogger } from '../testing/index.ts'
import { type OverloadOptions, shedLoad } from './index.ts'

const turn = () => new Promise(setImmediate)

/** A server with a fixed clock whose requests never finish. */
const serve = (options: Partial<OverloadOptions<string>> = {}, now = () => 0) => {
  const { logger, lines } = testLogger()
  const worked: string[] = []
  const refused: string[] = []
  const letIn = shedLoad(
    { shareOf: () => 'page', capacity: { atWork: 1, waiting: 0 }, logger, metrics: createMetrics(), ...options },
    {
      answer: ({ url = '' }) => {
        worked.push(url)
        return new Promise(() => {})
      },
    },
    now,
  )
  const arrive = (url: string, method = 'GET') =>
    letIn(
      { method, url, headers: {} } as IncomingMessage,
      { writeHead: () => {}, end: () => void refused.push(url) } as unknown as ServerResponse,
    )
  return { arrive, worked, refused, lines }
}

describe('the share of a request', () => {
  test('is told by its method and its path without the query', () => {
    const asked: string[] = []
    const shareOf = (method: string, path: string) => {
      asked.push(`${method} ${path}`)
      return 'page'
    }
    const { arrive } = serve({ shareOf })
    for (const url of ['/a', '/a?b', '/a?b?c', '/']) arrive(url)
    arrive('/a?', 'POST')
    expect(asked).toEqual(['GET /a', 'GET /a', 'GET /a', 'GET /', 'POST /a'])
  })

  test.each(['/health/live', '/health/ready?a', '/metrics'])(
    'is one of its own for %s, however many pages are asked for',
    async url => {
      const { arrive, worked } = serve()
      arrive('/1')
      await turn()
      arrive('/2')
      arrive(url)
      await turn()
      expect(worked).toEqual(['/1', url])
    },
  )

  test.each(['/health', '/healthy/', '/a/health/', '/a/metrics', '/metrics/'])('is that of pages for %s', async url => {
    const { arrive, worked, refused } = serve()
    arrive('/1')
    await turn()
    arrive(url)
    await turn()
    expect([worked, refused]).toEqual([['/1'], [url]])
  })

  test('may have fewer at work than others, and never more', async () => {
    for (const [few, begun] of [
      [1, 1],
      [9, 2],
    ] as const) {
      const { arrive, worked } = serve({ capacity: { atWork: 2, waiting: 9 }, fewerAtWork: { page: few } })
      for (const url of ['/1', '/2', '/3']) arrive(url)
      for (let n = 0; n < 5; n++) await turn()
      expect(worked).toHaveLength(begun)
    }
  })
})

describe('a request that has waited too long', () => {
  test('is refused before others are worked on', async () => {
    let now = 0
    const { arrive, worked, refused } = serve({ capacity: { atWork: 2, waiting: 2 }, patience: 500 }, () => now)
    arrive('/late')
    now = 400
    arrive('/in-time')
    now = 600
    await turn()
    expect([worked, refused]).toEqual([['/in-time'], ['/late']])
  })

  test('is sent away even when nobody comes after them', async () => {
    let now = 0
    const { arrive, worked, refused } = serve({ capacity: { atWork: 1, waiting: 1 }, patience: 20 }, () => now)
    arrive('/1')
    arrive('/2')
    await turn()
    now = 20
    await expect.poll(() => refused).toEqual(['/2'])
    expect(worked).toEqual(['/1'])
  })

  test('is sent away each in their turn', async () => {
    let now = 0
    const { arrive, refused } = serve({ capacity: { atWork: 1, waiting: 2 }, patience: 20 }, () => now)
    arrive('/1')
    await turn()
    arrive('/2')
    now = 10
    arrive('/3')
    now = 20
    await expect.poll(() => refused).toEqual(['/2'])
    now = 30
    await expect.poll(() => refused).toEqual(['/2', '/3'])
  })
})

test('a crowd is told of at once, and in one line however large it is', async () => {
  const { arrive, lines } = serve({})
  arrive('/1')
  await turn()
  for (let n = 0; n < 100; n++) arrive('/2')
  expect(lines).toMatchObject([{ msg: 'request refused', refused: '503 page, too many requests' }])
})
