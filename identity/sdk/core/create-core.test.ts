import { createMetrics } from '@corroborate/server-kit/health'
import { testLogger } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test } from 'vitest'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import { brought } from '../../features.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { createCore } from './create-core.ts'

/** The core of a provider at an address. */
const coreAt = async (origin: string) => {
  const provider = await identityUnderTest()
  const { db, sealer, settings, clock } = provider
  const { logger } = testLogger()
  const metrics = createMetrics()
  const at = { ...settings, identity: { ...settings.identity, origin } }
  const core = createCore({ settings: at, db, brought, sealer, logger, metrics, now: () => clock.now })
  onTestFinished(core.close)
  const cookies: string[] = []
  const signIn = async (
    userId: string,
    { session = null, isTemporary = false }: { session?: LiveSession | null; isTemporary?: boolean } = {},
  ) => {
    const request = { id: 'test', now: clock.now, address: '192.0.2.1', userAgent: 'test', origin: null }
    const setCookie = (cookie: string) => void cookies.push(cookie)
    const call = { project: await provider.project(), session, request, setCookie }
    const prove = async () => ({ type: 'password', delivery_method: 'knowledge' }) as const
    return core.signIn(call, { whose: userId, durationMinutes: 60, prove, isTemporary })
  }
  return { ...provider, core, metrics, cookies, signIn }
}

test.each([
  ['https://login.example.org', true],
  ['http://localhost:4000', false],
])('at %s, session cookies are Secure: %s', async (origin, isSecure) => {
  const { addUser, signIn, cookies, core } = await coreAt(origin)
  await signIn((await addUser('ada@example.org')).userId)
  expect(cookies).toHaveLength(1)
  expect(cookies[0]?.includes('; Secure')).toBe(isSecure)
  expect([core.origin, core.docsUrl]).toEqual([origin, `${origin}/errors`])
})

test('core operations are counted in metrics', async () => {
  const { metrics } = await coreAt('http://localhost:4000')
  const figures = await metrics.read()
  for (const name of ['limit_refusals_total', 'outbox_waiting_jobs', 'identity_devices_total'])
    expect(figures).toContain(name)
})

test('a sign-in resets wrong attempts, and a temporary session does not', async () => {
  const { addUser, signIn, db, project } = await coreAt('http://localhost:4000')
  const { userId } = await addUser('ada@example.org')
  const { id } = await project()
  const failed = { project_id: id, user_id: userId, guessed: 'passcode', failures: 3, locked_until: 0 } as const
  await db.insertInto('account_failures').values(failed).execute()
  const counted = async () => (await db.selectFrom('account_failures').select('failures').execute()).length
  await signIn(userId, { isTemporary: true })
  expect(await counted()).toBe(1)
  await signIn(userId)
  expect(await counted()).toBe(0)
})

test('a proof within a session records no known device', async () => {
  const { addUser, signIn, cookies, db, core, project, clock } = await coreAt('http://localhost:4000')
  const { userId } = await addUser('ada@example.org')
  const { session_token } = await signIn(userId)
  await db.deleteFrom('known_devices').execute()
  await signIn(userId, { session: await core.sessions.find(await project(), session_token, clock.now) })
  expect(cookies).toHaveLength(1)
  expect(await db.selectFrom('known_devices').select('browser').execute()).toEqual([])
})
