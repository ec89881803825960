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

describe('within its lifetime', () => {
  test('a document is kept, the same for every reader', async () => {
    const cache = cacheAt({ time: 0 })
    const write = page('tëxt')
    const made = await cache.read('a', write)
    expect(textOf(made)).toBe('<p>tëxt')
    expect(made.headers).toEqual({ Link: 'tëxt' })
    expect(textOf(await cache.read('a', write))).toBe('<p>tëxt')
    expect(write).toHaveBeenCalledTimes(1)
    expect(textOf(await cache.read('b', page('other')))).toContain('other')
  })

  test('it is compressed once, for all of them, from the second on', async () => {
    const cache = cacheAt({ time: 0 })
    expect((await cache.read('a', page('text'))).gzip).toBeNull()
    const [first, second] = [await cache.read('a', page('text')), await cache.read('a', page('text'))]
    expect(gunzipSync(first.gzip?.() ?? Buffer.of()).toString()).toBe('<p>text')
    expect(second.gzip?.()).toBe(first.gzip?.())
  })

  test('its tag is the same as long as everybody gets the same', async () => {
    const cache = cacheAt({ time: 0 })
    const { etag } = await cache.read('a', page('text'))
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    expect((await cache.read('a', page('text'))).etag).toBe(etag)
    expect((await cache.read('b', page('text'))).etag).toBe(etag)
    expect((await cache.read('c', page('other'))).etag).not.toBe(etag)
  })
})

test('after its lifetime it is made anew', async () => {
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

test('a document is not taken for a young one when the clock is put back', async () => {
  const clock = { time: 60_000 }
  const cache = cacheAt(clock)
  const write = page('text')
  await cache.read('a', write)
  clock.time = 59_999
  await cache.read('a', write)
  expect(write).toHaveBeenCalledTimes(2)
})

test('what should not be kept is not, and has no tag', async () => {
  const cache = cacheAt({ time: 0 })
  const write = page('text', false)
  for (const times of [1, 2]) {
    const made = await cache.read('a', write)
    expect([textOf(made), made.etag]).toEqual(['<p>text', null])
    expect(write).toHaveBeenCalledTimes(times)
  }
})

test('it holds only so many, and lets the oldest go', async () => {
  const cache = cacheAt({ time: 0 }, 2)
  const writes = { a: page('text'), b: page('text'), c: page('text') }
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a'] as const) await cache.read(key, writes[key])
  expect(Object.values(writes).map(write => write.mock.calls.length)).toEqual([2, 1, 1])
})

describe('while a document is made', () => {
  const held = (keep: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const write = vi.fn(async () => {
      const nth = write.mock.calls.length
      if (nth === 1) await promise
      return { html: `made ${nth}`, headers: {}, keep }
    })
    return { write, resolve, reject }
  }

  test('all who ask for it get that one', async () => {
    const cache = cacheAt({ time: 0 })
    const { write, resolve } = held(true)
    const asked = [0, 1, 2].map(() => cache.read('a', write))
    resolve()
    expect((await Promise.all(asked)).map(made => textOf(made))).toEqual(['made 1', 'made 1', 'made 1'])
    expect(write).toHaveBeenCalledTimes(1)
  })

  test('one that may not be kept is for the first alone', async () => {
    const cache = cacheAt({ time: 0 })
    const { write, resolve } = held(false)
    const asked = [0, 1, 2].map(() => cache.read('a', write))
    resolve()
    expect((await Promise.all(asked)).map(made => textOf(made))).toEqual(['made 1', 'made 2', 'made 3'])
  })

  test('when it fails, the others try themselves', async () => {
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
