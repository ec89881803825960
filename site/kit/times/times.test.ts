import { expect, test } from 'vitest'
import { dateIn } from './date-in.ts'
import { dateWithinYear, formatAge, formatDate, formatDay, formatTime } from './times.ts'

const hour = 60 * 60_000
const now = Date.parse('2026-11-22T10:00:00Z')

test.each([
  [0, 'just now'],
  [-5000, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [hour, '1 hour ago'],
  [47 * hour, '47 hours ago'],
  [48 * hour, '2 days ago'],
])('%i ms ago is %s', (past, words) => expect(formatAge(now - past, now)).toBe(words))

test.each([
  ['2026-11-02', '2 November 2026'],
  ['2026-11-02T04:00:00.000Z', '2 November 2026'],
  ['2026-11', 'November 2026'],
  ['2026', '2026'],
])('%s is formatted as %s', (date, words) => expect(formatDate(date)).toBe(words))

test('a timestamp is a UTC date', () => expect(formatDay(now)).toBe('22 November 2026'))

test.each([
  ['2019-04-30', '30 April'],
  ['2019-04', 'April'],
  ['2019', null],
])('%s next to its year is %s', (date, words) => expect(dateWithinYear(date)).toBe(words))

test('a time is a day with its hour in UTC', () =>
  expect(formatTime('2025-07-04T09:05:59.000Z')).toBe('4 July 2025 at 09:05 UTC'))

test.each([
  ['en-GB', '2025-07-24', '24 July 2025'],
  ['en-GB', '2025-07-24T23:59:59.000Z', '24 July 2025'],
  ['de-DE', '2025-07-24', '24. Juli 2025'],
  ['es-ES', '2025-07-24', '24 de julio de 2025'],
  ['de-DE', '2025-07', 'Juli 2025'],
  ['es-ES', '2025-07', 'julio de 2025'],
  ['es-ES', '2025', '2025'],
  ['de-DE', '2025-13-45', '2025'],
])('in %s, %s is %s', (tag, date, words) => expect(dateIn(tag, date)).toBe(words))
