import { expect, test } from 'vitest'
import { createTypingAge } from './SearchBox.tsx'

test('text is dated by the keystroke that produced it rather than its input event', () => {
  const age = createTypingAge()
  age.pressed(1_000)
  expect(age.of(1_500, 1_501)).toBe(501)
})

test('text without a keystroke is dated by its input event', () => {
  const age = createTypingAge()
  expect(age.of(1_500, 1_510)).toBe(10)
  age.pressed(1_600)
  age.released()
  expect(age.of(9_000, 9_010)).toBe(10)
})

test('a keystroke dates a single input', () => {
  const age = createTypingAge()
  age.pressed(1_000)
  age.of(1_000, 1_001)
  expect(age.of(9_000, 9_001)).toBe(1)
})
