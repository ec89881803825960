import { expect, test } from 'vitest'
import { formatDevice, whereabouts } from './activity-sections.tsx'
import { typedNumber } from './contact-sections.tsx'
import { de } from './de.ts'
import { en } from './en.ts'

test.each([
  [{ browser: 'Firefox', system: 'Windows' }, 'Firefox on Windows', 'Firefox auf Windows'],
  [{ browser: '', system: 'iPhone' }, 'iPhone', 'iPhone'],
  [{ browser: '', system: '' }, 'Unknown device', 'Unbekanntes Gerät'],
])('a device is described: %j', (device, english, german) => {
  expect([formatDevice(device, en), formatDevice(device, de)]).toEqual([english, german])
})

test('a known network is named', () => {
  expect(whereabouts(['last used today', '203.0.113.0/24'], en)).toBe('last used today · network\u00a0203.0.113.0/24')
  expect(whereabouts(['last used today', ''], en)).toBe('last used today')
})

test.each([
  ['+49 (30) 123-45/67', '+49301234567'],
  ['0041 44 668.18.00', '+41446681800'],
])('a phone number is normalized: %s', (text, number) => {
  expect(typedNumber(text)).toBe(number)
})
