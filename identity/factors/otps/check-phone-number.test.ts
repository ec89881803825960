import { expect, test } from 'vitest'
import { checkPhoneNumber } from './check-phone-number.ts'

const refusedCountry = { kind: 'refused', errorType: 'invalid_phone_number_country_code' }

test.each([
  ['+14155550100', 'US'],
  ['+4915123456789', 'DE'],
  ['+442079460018', 'GB'],
  ['+447400123456', 'GB'],
  ['+33612345678', 'FR'],
  ['+919876543210', 'IN'],
  ['+5511987654321', 'BR'],
  ['+18092345678', 'DO'],
  ['+18762101234', 'JM'],
  ['+17872345678', 'PR'],
])('%s can receive SMS, in %s', (number, country) => {
  expect(checkPhoneNumber(number, [])).toEqual({ kind: 'reachable', country })
})

test.each([
  ['premium, US', '+19005550123'],
  ['premium, UK', '+449090123456'],
  ['premium, DE', '+499001234567'],
  ['shared cost, UK', '+448431234567'],
  ['toll-free, US', '+18005550123'],
  ['personal, UK', '+447012345678'],
  ['satellite, Iridium', '+881612345678'],
  ['satellite, Inmarsat', '+870773111632'],
  ['international networks, +882', '+8821234567890'],
  ['international networks, +883', '+883510012345678'],
  ['international premium, +979', '+979123456789'],
  ['international freephone, +800', '+80012345678'],
  ['a country closed by default', '+850191234567'],
  ['another one', '+5352345678'],
])('%s: %s is rejected for its type or region', (_, number) => {
  expect(checkPhoneNumber(number, [])).toMatchObject(refusedCountry)
})

test.each([
  ['AZ', '+994501234567'],
  ['TJ', '+992917123456'],
  ['KG', '+996700123456'],
  ['UZ', '+998912345678'],
  ['TM', '+99366123456'],
  ['SO', '+25271123456'],
  ['GN', '+224601123456'],
  ['SL', '+23225123456'],
  ['GM', '+2203012345'],
  ['LR', '+231770123456'],
  ['TD', '+23563012345'],
  ['ZW', '+263712345678'],
  ['MV', '+9607712345'],
  ['TL', '+67077212345'],
  ['PG', '+67570123456'],
  ['VU', '+6785912345'],
  ['WS', '+6857212345'],
  ['LY', '+218912345678'],
  ['AG', '+12684641234'],
  ['AI', '+12642351234'],
  ['BB', '+12462501234'],
  ['BM', '+14413701234'],
  ['BS', '+12423591234'],
  ['DM', '+17672251234'],
  ['GD', '+14734031234'],
  ['KN', '+18697652917'],
  ['KY', '+13453231234'],
  ['LC', '+17582845678'],
  ['MS', '+16644923456'],
  ['SX', '+17215205678'],
  ['TC', '+16492311234'],
  ['VC', '+17844301234'],
  ['VG', '+12843001234'],
])('high-fraud countries get no SMS unless the project adds them: %s (%s)', (country, number) => {
  expect(checkPhoneNumber(number, [])).toMatchObject(refusedCountry)
  expect(checkPhoneNumber(number, [country])).toEqual({ kind: 'reachable', country })
})

test.each([
  ['no such area', '+19995550100'],
  ['too short', '+1415555'],
  ['no such calling code', '+999123456789'],
  ['a short code', '+1234567'],
  ['digits after the number', '+4915123456789012'],
  ['with spaces', '+1 415 555 0100'],
  ['with an extension', '+14155550100 ext. 5'],
])('%s: %s is not a phone number', (_, number) => {
  expect(checkPhoneNumber(number, [])).toEqual({ kind: 'refused', errorType: 'invalid_phone_number' })
})

test('a project’s country list replaces the default', () => {
  expect(checkPhoneNumber('+4915123456789', ['FR'])).toMatchObject(refusedCountry)
  expect(checkPhoneNumber('+33612345678', ['FR'])).toMatchObject({ kind: 'reachable' })
  expect(checkPhoneNumber('+5352345678', ['CU'])).toMatchObject({ kind: 'reachable' })
  // A number without a country is a typo, regardless of the list.
  expect(checkPhoneNumber('+19995550100', ['US'])).toEqual({ kind: 'refused', errorType: 'invalid_phone_number' })
})
