import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { dialCodes } from './phone-numbers.ts'

test('every region the provider supports has a dial code', () => {
  const known = getCountries().map((country): [string, string] => [country, getCountryCallingCode(country)])
  expect(Object.fromEntries(dialCodes)).toEqual(Object.fromEntries(known))
})
