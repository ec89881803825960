import { expect, test } from 'vitest'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { impersonationMinutes, issueImpersonation } from './issue.ts'

const asked = async (request: RequestFacts | null = null) => {
  const provider = await identityUnderTest()
  const { userId } = await provider.addUser('ada@example.org')
  const project = await provider.project()
  const { now } = provider.clock
  const impersonating = { project, userId, operator: 'sue@example.org', reason: 'ticket 7', request }
  const token = await provider.db.transaction().execute(tx => issueImpersonation(tx, impersonating, now))
  const use = () => provider.sdk('POST', '/impersonation/authenticate', { impersonation_token: token })
  const entry = () =>
    provider.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'impersonation.requested')
      .executeTakeFirstOrThrow()
  return { ...provider, userId, use, entry }
}

test('an impersonation token expires after five minutes', async () => {
  expect(impersonationMinutes.token).toBe(5)
  const [intime, late] = [await asked(), await asked()]
  intime.clock.now += 5 * 60_000 - 1
  expect((await intime.use()).status).toBe(200)
  late.clock.now += 5 * 60_000
  expect((await late.use()).json.error_type).toBe('unable_to_auth_impersonation_token')
})

test('the audit log records who requested the token, for which user, why, and from which request', async () => {
  const atCommandLine = await asked()
  const said = { actor: 'operator:sue@example.org', details: '{"reason":"ticket 7"}' }
  expect(await atCommandLine.entry()).toMatchObject({ ...said, user_id: atCommandLine.userId, ip_address: null })
  const inConsole = await asked({
    id: 'request-1',
    now: 1_900_000_000_000,
    address: '203.0.113.9',
    userAgent: 'A browser',
    origin: null,
  })
  expect(await inConsole.entry()).toMatchObject({ ...said, at: 1_900_000_000_000, ip_address: '203.0.113.9' })
})

test('a token opens one session, which names the operator and lasts at most an hour', async () => {
  const { sdk, clock, use } = await asked()
  const both = await Promise.all([use(), use()])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const data = both.find(({ status }) => status === 200)?.data ?? {}
  expect(data.session).toMatchObject({
    authentication_factors: [
      {
        type: 'impersonated',
        delivery_method: 'impersonation',
        impersonated_factor: {
          impersonator_id: 'operator:sue@example.org',
          impersonator_email_address: 'sue@example.org',
        },
      },
    ],
  })
  const session = String(data.session_token)
  const longer = await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 500 }, { session })
  expect(longer.status).toBe(200)
  const { expires_at } = longer.data.session as { expires_at: string }
  expect(Date.parse(expires_at)).toBe(clock.now + 60 * 60_000)
})
