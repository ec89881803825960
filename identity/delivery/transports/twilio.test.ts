import { secret } from '@corroborate/server-kit/settings'
import { describe, expect, test } from 'vitest'
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
  project: 'Corroborate',
  locale: 'en',
  textId: 'text-1',
}
const [english, spanish] = [`HX${'a'.repeat(32)}`, `HX${'b'.repeat(32)}`]
const now = 1_800_000_000_000

const transportTo = (apiUrl: string, more: Partial<Parameters<typeof twilioTransport>[0]> = {}) =>
  twilioTransport({
    ...{ accountSid, authToken: secret('token'), from: '+15005550006', apiUrl },
    ...{ whatsappTemplates: null, reportUrl: () => null, now: () => now },
    ...more,
  })

test('an SMS is a single form POST with the account’s credentials', async () => {
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

describe('WhatsApp', () => {
  const whatsapp: Parcel = { ...parcel, channel: 'whatsapp' }
  const templates = {
    es: { sid: spanish, variables: { 1: '{code}', 2: 'para {project}, {minutes} min' } },
    en: { sid: english, variables: { 1: '{code}' } },
  }
  const approved = { templates: { [english]: ['1'], [spanish]: ['1', '2'] } }

  test('a passcode uses an approved template, with both numbers prefixed whatsapp:', async () => {
    const twilio = await startTwilio([], approved)
    expect(await transportTo(twilio.url, { whatsappTemplates: templates }).send(whatsapp)).toEqual({ kind: 'sent' })
    expect(twilio.requests[0]?.form).toEqual({
      To: 'whatsapp:+4930901820',
      From: 'whatsapp:+15005550006',
      ContentSid: english,
      ContentVariables: '{"1":"012345"}',
    })
  })

  test('the template is chosen by the recipient’s language and its variables are filled in', async () => {
    const twilio = await startTwilio([], approved)
    const transport = transportTo(twilio.url, { whatsappTemplates: templates })
    const inSpanish: Parcel = { ...whatsapp, locale: 'es', project: '{code} "A" $&', expiresAt: now + 300_000 }
    expect(await transport.send(inSpanish)).toEqual({ kind: 'sent' })
    const { ContentSid, ContentVariables = '' } = twilio.requests[0]?.form ?? {}
    expect(ContentSid).toBe(spanish)
    expect(JSON.parse(ContentVariables)).toEqual({ 1: '012345', 2: 'para {code} "A" $&, 5 min' })
  })

  test.each([
    ['English where the language has none', 'es', { en: templates.en }, english],
    ['the first where there is no English', 'en', { es: templates.es }, spanish],
  ] as const)('the WhatsApp template is in %s', async (_, locale, whatsappTemplates, sid) => {
    const twilio = await startTwilio([], approved)
    const transport = transportTo(twilio.url, { whatsappTemplates })
    expect(await transport.send({ ...whatsapp, locale, expiresAt: now + 60_000 })).toEqual({ kind: 'sent' })
    expect(twilio.requests[0]?.form.ContentSid).toBe(sid)
  })

  test('nothing is sent by WhatsApp without a template', async () => {
    const twilio = await startTwilio()
    expect(await transportTo(twilio.url).send(whatsapp)).toMatchObject({ kind: 'rejected' })
    expect(twilio.requests).toEqual([])
  })

  test.each([
    ['is not of the account', { en: { sid: spanish, variables: { 1: '{code}' } } }, 21655],
    ['misses a variable', { en: { sid: english, variables: { 2: '{code}' } } }, 21656],
  ])('a template that %s is rejected', async (_, whatsappTemplates, code) => {
    const twilio = await startTwilio([], { templates: { [english]: ['1'] } })
    const result = await transportTo(twilio.url, { whatsappTemplates }).send(whatsapp)
    expect(result).toEqual({ kind: 'rejected', reason: `Twilio 400 error ${code}` })
  })
})

test('Twilio receives the validity period of the code', async () => {
  const twilio = await startTwilio()
  await transportTo(twilio.url).send({ ...parcel, expiresAt: now + 299_500 })
  expect(twilio.requests[0]?.form.ValidityPeriod).toBe('300')
})

test('Twilio receives a status callback URL if our origin is public', async () => {
  const twilio = await startTwilio()
  const reportUrl = (textId: string) => `https://auth.example.org/reports/${textId}`
  expect(await transportTo(twilio.url, { reportUrl }).send(parcel)).toEqual({ kind: 'sent' })
  expect(twilio.requests[0]?.form.StatusCallback).toBe('https://auth.example.org/reports/text-1')
  await transportTo(twilio.url, { reportUrl: () => null }).send(parcel)
  expect(twilio.requests[1]?.form).not.toHaveProperty('StatusCallback')
})

test.each([
  ['+15005550001', 21211],
  ['+15005550003', 21408],
  ['+15005550004', 21610],
  ['+15005550009', 21614],
])('an SMS to Twilio’s test number %s is rejected with %d', async (to, code) => {
  const twilio = await startTwilio()
  expect(await transportTo(twilio.url).send({ ...parcel, to })).toEqual({
    kind: 'rejected',
    reason: `Twilio 400 error ${code}`,
  })
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
  ['a request that took too long', { status: 408 }, 'unavailable'],
  ['too many requests, without a code', { status: 429 }, 'unavailable'],
  ['the first status of their own trouble', { status: 500 }, 'unavailable'],
  ['a full queue', { status: 400, code: 30001 }, 'unavailable'],
  ['too many at once from one number', { status: 400, code: 14107 }, 'unavailable'],
  ['a request refused without a reason', { status: 403 }, 'unavailable'],
  ['the first code about credentials', { status: 403, code: 20000 }, 'unavailable'],
  ['the last code about credentials', { status: 403, code: 20999 }, 'unavailable'],
  ['the first code after those', { status: 403, code: 21000 }, 'rejected'],
  ['a code before those', { status: 403, code: 19999 }, 'rejected'],
  ['a code about credentials with another status', { status: 400, code: 20404 }, 'rejected'],
  ['a refusal without a code', { status: 400 }, 'rejected'],
]
test.each(cases)('Twilio response: %s', async (_, answer, kind) => {
  const twilio = await startTwilio([answer])
  expect(await transportTo(twilio.url).send(parcel)).toMatchObject({ kind })
})

test('an unreachable Twilio is retryable', async () => {
  expect(await transportTo('http://127.0.0.1:9').send(parcel)).toMatchObject({ kind: 'unavailable' })
})

test('failure reasons contain no phone number', async () => {
  const twilio = await startTwilio([{ status: 400, code: 21211 }])
  const result = await transportTo(twilio.url).send(parcel)
  expect(result).toEqual({ kind: 'rejected', reason: 'Twilio 400 error 21211' })
})

test('a rejection without an error code is reported by its status', async () => {
  const twilio = await startTwilio([{ status: 400 }])
  expect(await transportTo(twilio.url).send(parcel)).toEqual({ kind: 'rejected', reason: 'Twilio 400' })
})

test('an aborted SMS request is not awaited', async () => {
  const twilio = await startTwilio()
  const result = await transportTo(twilio.url).send(parcel, AbortSignal.abort())
  expect([result, twilio.requests]).toEqual([{ kind: 'unavailable', reason: 'Twilio did not answer: AbortError' }, []])
})

test('an SMS without an account or expiry omits those parameters', async () => {
  const twilio = await startTwilio()
  const reportUrl = (textId: string) => `https://auth.example.org/reports/${textId}`
  await transportTo(twilio.url, { reportUrl }).send({ ...parcel, textId: null, expiresAt: null })
  expect(twilio.requests[0]?.form).not.toHaveProperty('StatusCallback')
  expect(twilio.requests[0]?.form).not.toHaveProperty('ValidityPeriod')
})
