import { expect, test } from 'vitest'
import { createSeenKeys } from './import-users.ts'

test('a key is recognized as seen, however many others came between', () => {
  const { wasSeen } = createSeenKeys()
  const keys = Array.from({ length: 20_000 }, (_, n) => `key ${n}`)
  expect(keys.filter(wasSeen)).toEqual([])
  expect(keys.filter(wasSeen)).toEqual(keys)
  expect(wasSeen('key 20000')).toBe(false)
})

test('the seen keys of two files are independent', () => {
  expect([createSeenKeys().wasSeen('a'), createSeenKeys().wasSeen('a')]).toEqual([false, false])
})
