import { expect, test } from 'vitest'
import { codeAt, stepAt, stepOfCode } from './authenticate-by-totp.ts'

/** `12345678901234567890` in base32, of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// The last six of the eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238 test vector: at %d s the code is %s', (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds * 1_000))).toBe(code)
})

test('a code is valid for the current, previous or next step, but not for a used or earlier one', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  const belongsTo = (steps: number, lastStep: number) =>
    stepOfCode({ secret, lastStep }, codeAt(secret, step + steps), now)
  expect([-2, -1, 0, 1, 2].map(steps => belongsTo(steps, 0))).toEqual([null, step - 1, step, step + 1, null])
  expect([-1, 0, 1].map(steps => belongsTo(steps, step))).toEqual([null, null, step + 1])
  expect(stepOfCode({ secret, lastStep: 0 }, '00592', now)).toBeNull()
})
