import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { type BriefDocument, createBriefCache } from './brief-cache.ts'

const cacheAt = (clock: { time: number }, most = 10) =>
  createBriefCache({ lifetime: 1000, most, now: () => clock.time })

/** A page that counts how often it is written. */
const page = (text: string, keep = true) => {
  const write = vi.fn(async () => ({
    html: `<p>${text}`,
    headers: { Link: text },
    keep,
  }))
  return write
}
const textOf = ({ bytes }: BriefDocument): string => bytes.toString()

describe('cached document within its lifetime', () => {
  test('a document is cached and shared by all readers', async () => {
    const cache = cacheAt({ time: 0 })
    const write = page('tëxt')
    const made = await cache.read('a', write)
    expect(textOf(made)).toBe('<p>tëxt')
    expect(made.headers).toEqual({ Link: 'tëxt' })
    expect(textOf(await cache.read('a', write))).toBe('<p>tëxt')
    expect(write).toHaveBeenCalledTimes(1)
    expect(textOf(await cache.read('b', page('other')))).toContain('other')
  })

  test('a document is compressed once, from its second request on', async () => {
    const cache = cacheAt({ time: 0 })
    expect((await cache.read('a', page('text'))).gzip).toBeNull()
    const [first, second] = [await cache.read('a', page('text')), await cache.read('a', page('text'))]
    expect(gunzipSync(first.gzip?.() ?? Buffer.of()).toString()).toBe('<p>text')
    expect(second.gzip?.()).toBe(first.gzip?.())
  })

  test('the ETag is stable while the document is cached', async () => {
    const cache = cacheAt({ time: 0 })
    const { etag } = await cache.read('a', page('text'))
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect((await cache.read('a', page('text'))).etag).toBe(etag)
    expect((await cache.read('b', page('text'))).etag).toBe(etag)
    expect((await cache.read('c', page('other'))).etag).not.toBe(etag)
  })
})

test('a document is rendered again after its lifetime', async () => {
  const clock = { time: 0 }
  const cache = cacheAt(clock)
  const write = page('text')
  for (const [time, times] of [
    [0, 1],
    [999, 1],
    [1000, 2],
  ] as const) {
    clock.time = time
    await cache.read('a', write)
    expect(write).toHaveBeenCalledTimes(times)
  }
})

test('a document does not become fresh when the clock is set back', async () => {
  const clock = { time: 60_000 }
  const cache = cacheAt(clock)
  const write = page('text')
  await cache.read('a', write)
  clock.time = 59_999
  await cache.read('a', write)
  expect(write).toHaveBeenCalledTimes(2)
})

test('an uncacheable document is not cached and has no ETag', async () => {
  const cache = cacheAt({ time: 0 })
  const write = page('text', false)
  for (const times of [1, 2]) {
    const made = await cache.read('a', write)
    expect([textOf(made), made.etag]).toEqual(['<p>text', null])
    expect(write).toHaveBeenCalledTimes(times)
  }
})

test('the cache has a maximum size and evicts the oldest', async () => {
  const cache = cacheAt({ time: 0 }, 2)
  const writes = { a: page('text'), b: page('text'), c: page('text') }
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a'] as const) await cache.read(key, writes[key])
  expect(Object.values(writes).map(write => write.mock.calls.length)).toEqual([2, 1, 1])
})

describe('document being rendered', () => {
  const held = (keep: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const write = vi.fn(async () => {
      const nth = write.mock.calls.length
      if (nth === 1) await promise
      return { html: `made ${nth}`, headers: {}, keep }
    })
    return { write, resolve, reject }
  }

  test('concurrent requests share the rendering', async () => {
    const cache = cacheAt({ time: 0 })
    const { write, resolve } = held(true)
    const asked = [0, 1, 2].map(() => cache.read('a', write))
    resolve()
    expect((await Promise.all(asked)).map(made => textOf(made))).toEqual(['made 1', 'made 1', 'made 1'])
    expect(write).toHaveBeenCalledTimes(1)
  })

  test('an uncacheable rendering is used for the first request only', async () => {
    const cache = cacheAt({ time: 0 })
    const { write, resolve } = held(false)
    const asked = [0, 1, 2].map(() => cache.read('a', write))
    resolve()
    expect((await Promise.all(asked)).map(made => textOf(made))).toEqual(['made 1', 'made 2', 'made 3'])
  })

  test('when the rendering fails, the others render themselves', async () => {
    const cache = cacheAt({ time: 0 })
    const { write, reject } = held(true)
    const asked = [0, 1].map(() =>
      cache.read('a', write).then(
        made => textOf(made),
        error => error.message,
      ),
    )
    reject(new Error('no'))
    expect(await Promise.all(asked)).toEqual(['no', 'made 2'])
  })
})
