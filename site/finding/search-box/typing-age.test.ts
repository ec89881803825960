import { expect, test } from 'vitest'
import { createTypingAge } from './typing-age.ts'

test('text is as old as the key that made it, although its own event is new', () => {
  const age = createTypingAge()
  age.pressed(1_000)
  expect(age.of(1_500, 1_501)).toBe(501)
})

test('text that no key made is as old as its event', () => {
  const age = createTypingAge()
  expect(age.of(1_500, 1_510)).toBe(10)
  age.pressed(1_600)
  age.released()
  expect(age.of(9_000, 9_010)).toBe(10)
})

test('a key counts for one text', () => {
  const age = createTypingAge()
  age.pressed(1_000)
  age.of(1_000, 1_001)
  expect(age.of(9_000, 9_001)).toBe(1)
})
