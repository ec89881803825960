import { expect, test } from 'vitest'
import { frameRequest } from './frame.schema.ts'

test('both requests of the phone service are parsed', () => {
  expect(
    frameRequest.safeParse({ method: 'parsedPhoneNumber', args: [{ phoneNumber: '079 123', regionCode: 'CH' }] })
      .success,
  ).toBe(true)
  expect(frameRequest.safeParse({ method: 'getExamplePhoneNumber', args: [{ regionCode: 'US' }] }).success).toBe(true)
})

test.each([
  null,
  'parsedPhoneNumber',
  { method: 'oneTapStart', args: [{}] },
  { method: 'parsedPhoneNumber', args: [] },
  { method: 'parsedPhoneNumber', args: [{ phoneNumber: 'x'.repeat(1_000) }] },
  { method: 'getExamplePhoneNumber', args: [{ regionCode: '../x' }] },
])('%j is not one of them', message => {
  expect(frameRequest.safeParse(message).success).toBe(false)
})
