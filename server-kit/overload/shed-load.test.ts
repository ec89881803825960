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

describe('share of a request', () => {
  test('the share depends on the method and the path without its query', () => {
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
    '%s has its own share, however many pages are requested',
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

  test.each(['/health', '/healthy/', '/a/health/', '/a/metrics', '/metrics/'])(
    '%s belongs to the share of pages',
    async url => {
      const { arrive, worked, refused } = serve()
      arrive('/1')
      await turn()
      arrive(url)
      await turn()
      expect([worked, refused]).toEqual([['/1'], [url]])
    },
  )

  test('a share may have fewer concurrent requests than others, never more', async () => {
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

describe('request past its waiting time', () => {
  test('an expired request is rejected before others are processed', async () => {
    let now = 0
    const { arrive, worked, refused } = serve({ capacity: { atWork: 2, waiting: 2 }, patience: 500 }, () => now)
    arrive('/late')
    now = 400
    arrive('/in-time')
    now = 600
    await turn()
    expect([worked, refused]).toEqual([['/in-time'], ['/late']])
  })

  test('an expired request is rejected even when no other arrives', async () => {
    let now = 0
    const { arrive, worked, refused } = serve({ capacity: { atWork: 1, waiting: 1 }, patience: 20 }, () => now)
    arrive('/1')
    arrive('/2')
    await turn()
    now = 20
    await expect.poll(() => refused).toEqual(['/2'])
    expect(worked).toEqual(['/1'])
  })

  test('expired requests are rejected in order', async () => {
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

test('overload is logged at once, in one line however large', async () => {
  const { arrive, lines } = serve({})
  arrive('/1')
  await turn()
  for (let n = 0; n < 100; n++) arrive('/2')
  expect(lines).toMatchObject([{ msg: 'request refused', refused: '503 page, too many requests' }])
})
