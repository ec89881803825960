import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spliceGzip } from './index.ts'

const text = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6'

test('is the document that the parts and the text make', () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'abc'.repeat(20_000), text))
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.uuid(), (parts, nonce) => {
      const splice = spliceGzip(
        parts.map(each => each.toWellFormed()),
        nonce.length,
      )
      expect(gunzipSync(splice(nonce)).toString()).toBe(parts.map(each => each.toWellFormed()).join(nonce))
      expect(gunzipSync(splice(text)).toString()).toBe(parts.map(each => each.toWellFormed()).join(text))
    }),
  )
})

test('8.BREACH: has the text in it as it is, and the same length whatever the text is and the parts say', () => {
  const guess = `<p>${text}</p>`
  const splice = spliceGzip([guess, guess, guess], text.length)
  const right = splice(text)
  const wrong = splice('00000000-0000-4000-8000-000000000000')
  expect(right.byteLength).toBe(wrong.byteLength)
  expect(right.toString('latin1').split(text)).toHaveLength(3)
})

test('weighs little more than the whole, compressed together', () => {
  const row = (n: number) => `<li><a href="/10.1000/${n}">The paper number ${n}</a></li>`
  const parts = Array.from({ length: 8 }, (_, k) => Array.from({ length: 50 }, (_, n) => row(k * 50 + n)).join(''))
  const spliced = spliceGzip(parts, text.length)(text).byteLength
  expect(spliced).toBeLessThan(gzipSync(parts.join(text)).byteLength * 1.25)
})

test('refuses a text of another length', () => {
  expect(() => spliceGzip(['a', 'b'], 2)('abc')).toThrow(RangeError)
})
