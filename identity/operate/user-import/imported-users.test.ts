import { expect, test } from 'vitest'
import { digestOf, withEntry } from './imported-users.ts'

test('the newest eight imports of a user are remembered', () => {
  const entries = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].reduce<string[]>(withEntry, [])
  expect(entries).toEqual(['9', '8', '7', '6', '5', '4', '3', '2'])
})

test('an imported value is remembered as a short digest', () => {
  expect(digestOf({ a: 1 })).toBe(digestOf({ a: 1 }))
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: 2 }))
  expect(digestOf({ a: 1 })).toMatch(/^[\w-]{22}$/)
})
