import { describe, expect, test } from 'vitest'
import { createBriefCache } from './brief-cache.ts'

const cacheAt = (clock: { time: number }, most = 10) =>
  createBriefCache({ lifetime: 1000, most, now: () => clock.time })

const page = (text: string, keep = true) => {
  const calls = { count: 0 }
  const make = async (nonce: string) => {
    calls.count++
    return { html: `<script nonce="${nonce}"></script>${text}`, headers: { Link: text }, keep }
  }
  return { make, calls }
}

describe('within its lifetime', () => {
  test('a document is made once, and every reader gets a nonce of their own', async () => {
    const cache = cacheAt({ time: 0 })
    const { make, calls } = page('text')
    expect((await cache.document('a', 'one', make)).html).toBe('<script nonce="one"></script>text')
    expect((await cache.document('a', 'two', make)).html).toBe('<script nonce="two"></script>text')
    expect((await cache.document('a', 'two', make)).headers).toEqual({ Link: 'text' })
    expect(calls.count).toBe(1)
  })
})

test('after its lifetime it is made again', async () => {
  const clock = { time: 0 }
  const cache = cacheAt(clock)
  const { make, calls } = page('text')
  await cache.document('a', 'one', make)
  clock.time = 1000
  await cache.document('a', 'one', make)
  expect(calls.count).toBe(2)
})

test('what should not be kept is not', async () => {
  const cache = cacheAt({ time: 0 })
  const { make } = page('text', false)
  expect((await cache.document('a', 'one', make)).html).toBe('<script nonce="one"></script>text')
  expect(cache.size()).toBe(0)
})

test('it holds only so many, and lets the oldest go', async () => {
  const cache = cacheAt({ time: 0 }, 2)
  const { make } = page('text')
  for (const key of ['a', 'b', 'c']) await cache.document(key, 'n', make)
  expect(cache.size()).toBe(2)
  const again = page('text')
  await cache.document('a', 'n', again.make)
  expect(again.calls.count).toBe(1)
})
