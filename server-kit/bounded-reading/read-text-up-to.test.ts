import { expect, test } from 'vitest'
import { readTextUpTo } from './index.ts'

/** A response that arrives in these pieces, and whether its connection was closed before the end. */
const answer = (pieces: readonly (string | Uint8Array)[], headers: Record<string, string> = {}) => {
  const left = [...pieces]
  let isCanceled = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(typeof piece === 'string' ? Buffer.from(piece) : piece)
    },
    cancel() {
      isCanceled = true
    },
  })
  return { response: new Response(body, { headers }), isCanceled: () => isCanceled, left: () => left.length }
}

test('reads a body of exactly the limit, whatever its pieces', async () => {
  const [a = 0, b = 0] = Buffer.from('é')
  expect(await readTextUpTo(answer(['zo', Uint8Array.of(a), Uint8Array.of(b)]).response, 4)).toBe('zoé')
  expect(await readTextUpTo(new Response(null), 0)).toBe('')
})

test('stops reading a longer body, and closes its connection', async () => {
  const { response, isCanceled, left } = answer(['abc', 'de', ...Array(100).fill('f')])
  expect(await readTextUpTo(response, 4)).toBeNull()
  expect(isCanceled()).toBe(true)
  expect(left()).toBeGreaterThan(90)
})

test('reads nothing of a body that announces too much', async () => {
  const { response, isCanceled, left } = answer(Array(100).fill('a'), { 'Content-Length': '5' })
  expect(await readTextUpTo(response, 4)).toBeNull()
  expect(isCanceled()).toBe(true)
  expect(left()).toBeGreaterThan(90)
})

test.each(['1', 'many'])('counts the bytes of a body that announces %s', async announced => {
  const { response } = answer(['abcde'], { 'Content-Length': announced })
  expect(await readTextUpTo(response, 4)).toBeNull()
})
