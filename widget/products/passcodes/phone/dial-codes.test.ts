import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { dialCodes } from './dial-codes.ts'

test('every region that the provider can text has its dial code', () => {
  const known = getCountries().map((country): [string, string] => [country, getCountryCallingCode(country)])
  expect(Object.fromEntries(dialCodes)).toEqual(Object.fromEntries(known))
})
