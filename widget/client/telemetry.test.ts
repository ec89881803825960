import { endpoints } from '@corroborate/wire/endpoints.schema'
import { readRequest } from '@corroborate/wire/requests'
import { expect, test } from 'vitest'
import { createWorld, type World } from './testing/index.ts'

const batches = ({ provider }: World) =>
  provider
    .asked('POST /events')
    .map(({ body }) => (body as { event: { event_name: string } }[]).map(({ event }) => event.event_name))

test('events are batched 800 ms after the first', async () => {
  const world = createWorld()
  const { client } = world.open()
  await world.pass(500)
  client.telemetry.log('render_login_screen', { options: {} })
  await world.pass(299)
  expect(batches(world)).toEqual([])
  await world.pass(1)
  expect(batches(world)).toEqual([['sdk_instance_instantiated', 'render_login_screen']])
  client.telemetry.log('email_sent')
  await world.pass(800)
  expect(batches(world)[1]).toEqual(['email_sent'])
})

test('fifteen events are sent at once', async () => {
  const world = createWorld()
  const { client } = world.open()
  for (let n = 1; n < 15; n++) client.telemetry.log(`event ${n}`)
  expect(batches(world).map(batch => batch.length)).toEqual([15])
  await world.pass(1_000)
  expect(batches(world)).toHaveLength(1)
})

test.each(['hidden', 'destroy'])('events are sent when the page goes away: %s', async how => {
  const world = createWorld()
  const { client, fire } = world.open()
  client.telemetry.log('last words')
  if (how === 'hidden') fire('hidden')
  else client.destroy()
  expect(batches(world)).toEqual([['sdk_instance_instantiated', 'last words']])
  await world.pass(1_000)
  expect(batches(world)).toHaveLength(1)
})

test('events outlive their page, identify users by id only, and match the contract', async () => {
  const world = createWorld()
  world.open().client.telemetry.log('email_sent', { email: 'ada@example.org', type: 'reset_password' })
  await world.pass(800)
  const [asked] = world.provider.asked('POST /events')
  expect(asked?.init).toMatchObject({ keepalive: true, credentials: 'omit' })
  expect(Object.fromEntries(asked?.headers ?? [])).toEqual({ 'content-type': 'application/json' })
  expect(readRequest(endpoints.events.submit, { body: asked?.body })).toMatchObject({ kind: 'read' })
  expect(asked?.body).toMatchObject([
    {},
    { event: { public_token: 'public-token-test-1', event_name: 'email_sent', details: { type: 'reset_password' } } },
  ])
})

test('large batches are split to fit the browser’s keepalive limit', async () => {
  const world = createWorld()
  const { client } = world.open()
  for (let n = 1; n < 15; n++) client.telemetry.log('long', { text: 'x'.repeat(10_000) })
  const bodies = world.provider.asked('POST /events').map(({ init }) => String(init.body))
  expect(bodies.every(body => body.length < 64_000)).toBe(true)
  expect(bodies.flatMap(body => JSON.parse(body))).toHaveLength(15)
})

test('lost events cause no error', async () => {
  const world = createWorld()
  world.provider.answer('POST /events', () => Promise.reject(new TypeError('Failed to fetch')))
  world.open()
  await world.pass(10_000)
  expect(batches(world)).toHaveLength(1)
})

test('a page can disable events', async () => {
  const world = createWorld()
  const { client } = world.open({ telemetry: false })
  client.telemetry.log('render_login_screen')
  await world.pass(1_000)
  client.destroy()
  expect(batches(world)).toEqual([])
})
