import { expect, test } from 'vitest'
import { isComplete, passcodeDigits } from './OTPAuthenticate.tsx'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['G-123-456', '123456'],
  [' 12a3\n', '123'],
  ['12345678', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['１２３４５６', '123456'],
  ['९०', '90'],
  ['', ''],
])('%j contains the digits %j', (text, digits) => {
  expect(passcodeDigits(text)).toBe(digits)
})

test('six digits are complete and fewer are not', () => {
  expect(isComplete('12345')).toBe(false)
  expect(isComplete('123456')).toBe(true)
})
