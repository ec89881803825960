import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createBriefCache } from './brief-cache.ts'

const cacheAt = (clock: { time: number }, most = 10) =>
  createBriefCache({ lifetime: 1000, most, now: () => clock.time })

const page =
  (text: string, keep = true) =>
  async (nonce: string) => ({ html: `<script nonce="${nonce}"></script>${text}`, headers: { Link: text }, keep })

const nonces = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const

describe('within its lifetime', () => {
  test('a document is kept, and every reader gets a nonce of their own', async () => {
    const cache = cacheAt({ time: 0 })
    expect(cache.kept('a')).toBeNull()
    const made = await cache.make('a', page('text'))
    expect(made.html('one')).toBe('<script nonce="one"></script>text')
    expect(made.headers).toEqual({ Link: 'text' })
    expect(cache.kept('a')?.html('two')).toBe('<script nonce="two"></script>text')
    expect(cache.kept('b')).toBeNull()
  })

  test('it is compressed once, for all of them, from the second on', async () => {
    const cache = cacheAt({ time: 0 })
    expect((await cache.make('a', page('text'))).gzip).toBeNull()
    for (const nonce of nonces) {
      const bytes = cache.kept('a')?.gzip?.(nonce)
      expect(bytes === undefined ? null : gunzipSync(bytes).toString()).toBe(`<script nonce="${nonce}"></script>text`)
    }
  })

  test('its tag is the same as long as everybody gets the same', async () => {
    const cache = cacheAt({ time: 0 })
    const { etag } = await cache.make('a', page('text'))
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(cache.kept('a')?.etag).toBe(etag)
    expect((await cache.make('b', page('text'))).etag).toBe(etag)
    expect((await cache.make('c', page('other'))).etag).not.toBe(etag)
  })
})

test('after its lifetime it is gone', async () => {
  const clock = { time: 0 }
  const cache = cacheAt(clock)
  await cache.make('a', page('text'))
  clock.time = 999
  expect(cache.kept('a')).not.toBeNull()
  clock.time = 1000
  expect(cache.kept('a')).toBeNull()
})

test('8.rules: a document is not taken for a young one when the clock is put back', async () => {
  const clock = { time: 60_000 }
  const cache = cacheAt(clock)
  await cache.make('a', page('text'))
  clock.time = 59_999
  expect(cache.kept('a')).toBeNull()
})

test('what should not be kept is not, and has no tag', async () => {
  const cache = cacheAt({ time: 0 })
  const made = await cache.make('a', page('text', false))
  expect([made.html('one'), made.etag]).toEqual(['<script nonce="one"></script>text', null])
  expect(cache.kept('a')).toBeNull()
})

test('it holds only so many, and lets the oldest go', async () => {
  const cache = cacheAt({ time: 0 }, 2)
  for (const key of ['a', 'b', 'c']) await cache.make(key, page('text'))
  expect(cache.kept('a')).toBeNull()
  expect(cache.kept('b')).not.toBeNull()
  expect(cache.kept('c')).not.toBeNull()
})
