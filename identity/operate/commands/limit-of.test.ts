import { UsageError } from '@corroborate/server-kit/command-line'
import { expect, test } from 'vitest'
import { limitFlag, limitOf } from './user-commands.ts'

test('a list is limited to fifty entries or the last given limit', () => {
  expect(limitOf({})).toBe(50)
  expect(limitFlag.limit.help).toContain('50')
  expect(limitOf({ limit: ['7'] })).toBe(7)
  expect(limitOf({ limit: ['x', '1'] })).toBe(1)
  expect(limitOf({ limit: ['999999'] })).toBe(999_999)
})

test.each(['0', '01', '-1', '1.5', 'x', '', ' 7', '7 ', '1000000'])('a limit of %j is rejected', text => {
  expect(() => limitOf({ limit: [text] })).toThrow(
    new UsageError(`--limit ${text}: must be a whole number from 1 to 999999.`),
  )
})
