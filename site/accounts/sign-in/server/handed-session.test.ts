import { expect, test } from 'vitest'
import { stepWith } from './handed-session.ts'

const somebody = { isOwn: false, contact: 'ada@example.org', isOurs: false }

test('a session that the browser has already is not taken again', () => {
  expect(stepWith({ ...somebody, isOwn: true })).toBe('go on')
  expect(stepWith({ ...somebody, isOwn: true, contact: null })).toBe('go on')
})

test('a session of an account that proved nothing is refused, also when a page of ours hands it over', () => {
  expect(stepWith({ ...somebody, contact: null })).toBe('refuse')
  expect(stepWith({ ...somebody, contact: null, isOurs: true })).toBe('refuse')
})

test('a session is taken over without a question only when a page of ours hands it over', () => {
  expect(stepWith({ ...somebody, isOurs: true })).toBe('take over')
  expect(stepWith(somebody)).toBe('ask')
})
