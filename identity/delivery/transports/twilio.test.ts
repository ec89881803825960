import { secret } from '@corroborate/server-kit/settings'
import { expect, test } from 'vitest'
import { startTwilio, type TwilioAnswer } from '../testing/index.ts'
import type { Parcel } from './transport.ts'
import { twilioTransport } from './twilio.ts'

const accountSid = `AC${'a'.repeat(32)}`
const parcel: Parcel = {
  id: 'job',
  channel: 'sms',
  to: '+4930901820',
  rendered: { subject: null, text: '012345 is your passcode', html: null, links: [], code: '012345' },
  expiresAt: null,
}

const transportTo = (apiUrl: string) =>
  twilioTransport({ accountSid, authToken: secret('token'), from: '+15005550006', apiUrl })

test('an SMS is one form post with the account’s credentials', async () => {
  const twilio = await startTwilio()
  expect(await transportTo(twilio.url).send(parcel)).toEqual({ kind: 'sent' })
  expect(twilio.requests).toEqual([
    {
      path: `/2010-04-01/Accounts/${accountSid}/Messages.json`,
      authorization: `Basic ${Buffer.from(`${accountSid}:token`).toString('base64')}`,
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      form: { To: '+4930901820', From: '+15005550006', Body: '012345 is your passcode' },
    },
  ])
})

test('WhatsApp is named in both numbers', async () => {
  const twilio = await startTwilio()
  await transportTo(twilio.url).send({ ...parcel, channel: 'whatsapp' })
  expect(twilio.requests[0]?.form).toMatchObject({ To: 'whatsapp:+4930901820', From: 'whatsapp:+15005550006' })
})

test('Twilio is told when the code expires', async () => {
  const twilio = await startTwilio()
  await transportTo(twilio.url).send({ ...parcel, expiresAt: Date.now() + 300_000 })
  expect(Number(twilio.requests[0]?.form.ValidityPeriod)).toBeGreaterThan(290)
  expect(Number(twilio.requests[0]?.form.ValidityPeriod)).toBeLessThanOrEqual(300)
})

const cases: [string, TwilioAnswer, string][] = [
  ['too many requests', { status: 429, code: 20429 }, 'unavailable'],
  ['trouble of their own', { status: 503 }, 'unavailable'],
  ['wrong credentials', { status: 401, code: 20003 }, 'unavailable'],
  ['a broken connection', 'hang up', 'unavailable'],
  ['a number that does not exist', { status: 400, code: 21211 }, 'rejected'],
  ['a region that is not enabled', { status: 403, code: 21408 }, 'rejected'],
  ['a receiver who unsubscribed', { status: 400, code: 21610 }, 'rejected'],
  ['a landline', { status: 400, code: 21614 }, 'rejected'],
  ['a receiver without WhatsApp', { status: 400, code: 63003 }, 'rejected'],
]
test.each(cases)('%s', async (_, answer, kind) => {
  const twilio = await startTwilio([answer])
  expect(await transportTo(twilio.url).send(parcel)).toMatchObject({ kind })
})

test('nobody there', async () => {
  expect(await transportTo('http://127.0.0.1:9').send(parcel)).toMatchObject({ kind: 'unavailable' })
})

test('reasons hold no number', async () => {
  const twilio = await startTwilio([{ status: 400, code: 21211 }])
  const result = await transportTo(twilio.url).send(parcel)
  expect(result).toEqual({ kind: 'rejected', reason: 'Twilio 400 error 21211' })
})
