import { expect, test } from 'vitest'
import { authenticatorCode } from './index.ts'

// RFC 6238, appendix B, for SHA-1: the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('at %i s the authenticator app shows %s', (seconds, code) => {
  expect(authenticatorCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', seconds * 1_000)).toBe(code)
})
