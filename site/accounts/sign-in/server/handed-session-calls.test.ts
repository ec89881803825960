import { expect, test } from 'vitest'
import { stepWith } from './handed-session-calls.ts'

const somebody = { isOwn: false, contact: 'ada@example.org', isOurs: false }

test('a session the browser already has is not accepted again', () => {
  expect(stepWith({ ...somebody, isOwn: true })).toBe('go on')
  expect(stepWith({ ...somebody, isOwn: true, contact: null })).toBe('go on')
})

test('an unverified account’s session is rejected, even from our own page', () => {
  expect(stepWith({ ...somebody, contact: null })).toBe('refuse')
  expect(stepWith({ ...somebody, contact: null, isOurs: true })).toBe('refuse')
})

test('a session is accepted without confirmation only from our own pages', () => {
  expect(stepWith({ ...somebody, isOurs: true })).toBe('take over')
  expect(stepWith(somebody)).toBe('ask')
})
