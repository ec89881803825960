import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createReadWebhook, signWebhook, webhookKeyOf, webhookSecretOf } from './index.ts'

const now = 1_790_000_000_000
const key = webhookKeyOf('s'.repeat(43), 'public-token-test-1')
const call = { id: 'job-1', body: '{"type":"user.deleted"}' }
const signed = (headers: Record<string, string>) => new Headers(headers)
/** A call with another way to write its time, which is signed as it is written. */
const signedAt = (seconds: string) => {
  const text = createHmac('sha256', key).update(`${call.id}.${seconds}.${call.body}`).digest('base64')
  return { 'webhook-id': call.id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${text}` }
}
const manySignatures = {
  ...signWebhook(key, call, now),
  'webhook-signature': `${'v1,AAAA '.repeat(8)}${signWebhook(key, call, now)['webhook-signature']}`,
}
const read = createReadWebhook([webhookKeyOf('older'.repeat(9), 'public-token-test-1'), key], () => now)

test('a webhook signature verifies despite delay or clock skew', () => {
  for (const at of [now, now - 300_000, now + 300_000]) {
    expect(read(signed(signWebhook(key, call, at)), call.body)).toBe(true)
  }
})

test.each([
  ['too old', signWebhook(key, call, now - 302_000), call.body],
  ['of the future', signWebhook(key, call, now + 302_000), call.body],
  ['with another body', signWebhook(key, call, now), '{"type":"user.wiped"}'],
  ['under another id', { ...signWebhook(key, call, now), 'webhook-id': 'job-2' }, call.body],
  ['at another time', { ...signWebhook(key, call, now), 'webhook-timestamp': String(now / 1_000 + 1) }, call.body],
  ['of another receiver', signWebhook(webhookKeyOf('s'.repeat(43), 'public-token-test-2'), call, now), call.body],
  ['of another version', { ...signWebhook(key, call, now), 'webhook-signature': 'v2,AAAA' }, call.body],
  ['unsigned', {}, call.body],
  ['without an id', signWebhook(key, { ...call, id: '' }, now), call.body],
  ['whose time has a sign', signedAt(`+${now / 1_000}`), call.body],
  ['whose time has a part', signedAt(`${now / 1_000}.0`), call.body],
  ['with the right signature behind eight others', manySignatures, call.body],
])('a webhook %s is rejected', (_, headers, body) => expect(read(signed({ ...headers }), body)).toBe(false))

test('one valid signature of several is enough', () => {
  const headers = signWebhook(key, call, now)
  const both = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
  expect(read(signed(both), call.body)).toBe(true)
})

// The example of the specification: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
test('the signature matches the Standard Webhooks specification', () => {
  const example = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const headers = signWebhook(
    example,
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
    1_614_265_330_000,
  )
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(webhookSecretOf(example)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
})
