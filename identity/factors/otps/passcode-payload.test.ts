import { expect, test } from 'vitest'
import { factorOf } from './factor-of.ts'
import { passcodePayload } from './send-code.ts'

const ada = 'ada@example.org'
const phone = '+4915123456789'

test.each([
  ['email', ada, null],
  ['email', ada, ada],
  ['sms', phone, null],
  ['whatsapp', phone, phone],
] as const)('a passcode by %s to %s is stored and read back, with %s to attach', (channel, address, attach) => {
  expect(passcodePayload.parse({ channel, address, attach })).toEqual({ channel, address, attach })
})

test('an emailed passcode requires an email address', () => {
  expect(passcodePayload.safeParse({ channel: 'email', address: phone, attach: null }).success).toBe(false)
  expect(passcodePayload.safeParse({ channel: 'email', address: ada, attach: phone }).success).toBe(false)
})

test('the session’s factor names the delivery method and the address or number', () => {
  const mailed = passcodePayload.parse({ channel: 'email', address: ada, attach: null })
  const texted = passcodePayload.parse({ channel: 'whatsapp', address: phone, attach: null })
  expect([factorOf(mailed, 'email-1'), factorOf(texted, 'phone-number-1')]).toEqual([
    { type: 'otp', delivery_method: 'email', email_factor: { email_id: 'email-1', email_address: ada } },
    {
      type: 'otp',
      delivery_method: 'whatsapp',
      phone_number_factor: { phone_id: 'phone-number-1', phone_number: phone },
    },
  ])
})
