import { expect, test } from 'vitest'
import type { Locale } from '../platform/locales/index.ts'
import { formatExpiry } from './messages.ts'

const minutes = (count: number, locale: Locale = 'en') => formatExpiry(count * 60_000, 0, locale)

test.each([
  [0.2, '1 minute'],
  [1, '1 minute'],
  [5, '5 minutes'],
  [30, '30 minutes'],
  [60, '1 hour'],
  [90, '1 hour and 30 minutes'],
  [121, '2 hours and 1 minute'],
  [1_440, '1 day'],
  [1_500, '1 day and 1 hour'],
  [1_445, '1 day'],
  [10_080, '7 days'],
])('an expiry of %d minutes reads %s', (count, words) => {
  expect(minutes(count)).toBe(words)
})

test('the expiry is formatted in the message’s language', () => {
  expect([1, 90, 10_080].map(count => minutes(count, 'es'))).toEqual(['1 minuto', '1 hora y 30 minutos', '7 días'])
  expect([1, 90, 10_080].map(count => minutes(count, 'de'))).toEqual(['1 Minute', '1 Stunde und 30 Minuten', '7 Tage'])
})

test('the seconds a message was queued are not shown', () => {
  expect(formatExpiry(30 * 60_000, 4_000, 'en')).toBe('30 minutes')
})
