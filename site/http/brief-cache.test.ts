import { describe, expect, test } from 'vitest'
import { createBriefCache } from './brief-cache.ts'

const cacheAt = (clock: { time: number }, most = 10) =>
  createBriefCache({ lifetime: 1000, most, now: () => clock.time })

const page =
  (text: string, keep = true) =>
  async (nonce: string) => ({ html: `<script nonce="${nonce}"></script>${text}`, headers: { Link: text }, keep })

describe('within its lifetime', () => {
  test('a document is kept, and every reader gets a nonce of their own', async () => {
    const cache = cacheAt({ time: 0 })
    expect(cache.kept('a', 'one')).toBeNull()
    const made = await cache.make('a', 'one', page('text'))
    expect(made).toEqual({ html: '<script nonce="one"></script>text', headers: { Link: 'text' } })
    expect(cache.kept('a', 'two')).toEqual({ html: '<script nonce="two"></script>text', headers: { Link: 'text' } })
    expect(cache.kept('b', 'two')).toBeNull()
  })
})

test('after its lifetime it is gone', async () => {
  const clock = { time: 0 }
  const cache = cacheAt(clock)
  await cache.make('a', 'one', page('text'))
  clock.time = 999
  expect(cache.kept('a', 'one')).not.toBeNull()
  clock.time = 1000
  expect(cache.kept('a', 'one')).toBeNull()
})

test('8.rules: a document is not taken for a young one when the clock is put back', async () => {
  const clock = { time: 60_000 }
  const cache = cacheAt(clock)
  await cache.make('a', 'one', page('text'))
  clock.time = 59_999
  expect(cache.kept('a', 'one')).toBeNull()
})

test('what should not be kept is not', async () => {
  const cache = cacheAt({ time: 0 })
  expect((await cache.make('a', 'one', page('text', false))).html).toBe('<script nonce="one"></script>text')
  expect(cache.kept('a', 'one')).toBeNull()
})

test('it holds only so many, and lets the oldest go', async () => {
  const cache = cacheAt({ time: 0 }, 2)
  for (const key of ['a', 'b', 'c']) await cache.make(key, 'n', page('text'))
  expect(cache.kept('a', 'n')).toBeNull()
  expect(cache.kept('b', 'n')).not.toBeNull()
  expect(cache.kept('c', 'n')).not.toBeNull()
})
