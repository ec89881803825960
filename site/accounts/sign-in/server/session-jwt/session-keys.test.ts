import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSessionKeys } from './session-keys.ts'

const url = new URL('https://identity.example/keys')
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'jwk-1' }] })
const published = { kind: 'answer', status: 200, body: keys }

/** Session keys with a fake provider that returns `says.answer`, and a clock. */
const setUp = () => {
  const clock = { now: 1_800_000_000_000 }
  const says: { answer: object | Promise<object> } = { answer: published }
  let asked = 0
  const get = async () => {
    asked += 1
    return says.answer
  }
  const { current, refetched } = createSessionKeys({ url, provider: { get: get as never }, now: () => clock.now })
  /** Returns the number of provider requests this many ms after the last one. */
  const askedAfter = async (ms: number): Promise<number> => {
    clock.now += ms
    await current()
    return asked
  }
  return { clock, says, current, refetched, askedAfter }
}

test('cached keys are used for five seconds', async () => {
  const { askedAfter } = setUp()
  expect([await askedAfter(0), await askedAfter(4_999), await askedAfter(1)]).toEqual([1, 1, 2])
})

test('cached keys stay in use while the provider is unavailable, retried every ten seconds', async () => {
  const { says, current, askedAfter } = setUp()
  await current()
  says.answer = { kind: 'unavailable', reason: 'It is away.' }
  expect([await askedAfter(5_000), await askedAfter(9_999), await askedAfter(1)]).toEqual([2, 2, 3])
  expect([...((await current()) ?? [])].map(([id]) => id)).toEqual(['jwk-1'])
})

test.each([
  ['a refusal', { kind: 'refused', status: 429 }],
  ['a silence', { kind: 'unavailable', reason: 'It is away.' }],
  ['an answer that is not a success', { ...published, status: 404 }],
  ['something else', { ...published, body: '<html>' }],
])('%s yields no keys', async (_, answer) => {
  const { says, current, refetched } = setUp()
  says.answer = answer
  expect([await current(), await refetched()]).toEqual([null, null])
})

test('an unanswered key fetch does not keep the process alive', async () => {
  const { clock, says, current } = setUp()
  await current()
  clock.now += 5_000
  const silence = Promise.withResolvers<object>()
  says.answer = silence.promise
  const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
  const before = timers()
  const waiting = current()
  expect(timers()).toBe(before)
  silence.resolve(published)
  await waiting
})
