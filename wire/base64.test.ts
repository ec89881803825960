import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'

test('well-formed text round-trips in any script', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('\uFEFF\0é𝔘')), text => {
      expect(decodeBase64(encodeBase64(text))).toBe(text)
    }),
  )
})

test.each(['a', 'ab=c', 'abc', '====', 'YQ==\n', ' YQ==', 'YQ', '_w==', '/w=='])('%j is not base64 text', encoded => {
  expect(decodeBase64(encoded)).toBeNull()
})
