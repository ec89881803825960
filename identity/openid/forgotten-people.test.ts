import { runTransaction } from '@corroborate/server-kit/database'
import { GiveUp } from '@corroborate/server-kit/outbox'
import { expect, test } from 'vitest'
import type { Tx } from '../platform/database/index.ts'
import { openidFeature } from './feature.ts'
import { sessionEndJobs } from './session-ends/jobs.ts'
import { stage } from './testing/index.ts'

// Data left after account deletion, and notifications to applications.

type Stage = Awaited<ReturnType<typeof stage>>

const tables = ['openid_consents', 'openid_authorizations', 'openid_logins', 'openid_records'] as const

/** Ada and Bob are both signed in to the application, and both were prompted to log in for another request. */
const withTwo = async () => {
  const on = await stage()
  const { id: projectId } = await on.project()
  const { userId: bob } = await on.addUser('bob@example.org')
  const { session_token: bobsSession } = await on.signIn(bob)
  const { url } = await on.decide(on.asked(), bobsSession)
  const bobs = await on.redeem(url?.searchParams.get('code') ?? '')
  const adas = await on.redeem(await on.newCode())
  on.clock.now += 60_000
  for (const session of [on.session, bobsSession]) await on.start({ prompt: 'login' }, session)
  const rowsOf = async (userId: string) =>
    Promise.all(
      tables.map(
        async table => (await on.db.selectFrom(table).where('user_id', '=', userId).selectAll().execute()).length,
      ),
    )
  return { ...on, projectId, bob, adas: adas.json, bobs: bobs.json, rowsOf }
}

const wipe = async (tx: Tx, { userId, clock }: Stage, projectId: string) =>
  openidFeature.wipeUnproved?.(tx, { projectId, userId, emailId: 'email-1', now: clock.now })

test('the first verification removes all authorizations a stranger made and none of other users', async () => {
  const on = await withTwo()
  const before = await on.rowsOf(on.bob)
  expect((await on.rowsOf(on.userId)).every(count => count > 0)).toBe(true)
  await runTransaction(on.db, tx => wipe(tx, on, on.projectId))
  expect([await on.rowsOf(on.userId), await on.rowsOf(on.bob)]).toEqual([[0, 0, 0, 0], before])
  expect([await on.isActive(on.adas.access_token), await on.isActive(on.bobs.access_token)]).toEqual([false, true])
})

test('applications get no more data of deleted users or removed addresses', async () => {
  const on = await withTwo()
  const info = async () => {
    const answer = await fetch(`${on.issuer}/oauth2/userinfo`, {
      headers: { Authorization: `Bearer ${on.adas.access_token}` },
    })
    return { status: answer.status, said: (await answer.json()) as Record<string, unknown> }
  }
  expect((await info()).said).toEqual({ sub: on.userId, email: 'ada@example.org', email_verified: true })
  await on.db.deleteFrom('user_emails').where('user_id', '=', on.userId).execute()
  expect((await info()).said).toEqual({ sub: on.userId })
  await on.db.deleteFrom('users').where('user_id', '=', on.userId).execute()
  expect((await info()).status).toBe(401)
})

test('an application gets a back-channel logout for each session it supports', async () => {
  const on = await stage()
  const { id: projectId } = await on.project()
  const told = await on.addClient({ backchannelLogoutUrl: 'http://127.0.0.1:9/logout' })
  await on.newCode({}, told)
  await on.newCode()
  const [known] = await on.db.selectFrom('openid_authorizations').selectAll().where('client_id', '=', told.id).execute()
  // Reads the jobs before the commit, so that none has started.
  const jobs = await runTransaction(on.db, async tx => {
    await wipe(tx, on, projectId)
    return tx.selectFrom('outbox').select('payload').where('kind', '=', 'backchannel-logout').execute()
  })
  expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([
    { projectId, clientId: told.id, userId: on.userId, sid: known?.sid },
  ])
})

test('a missing client record still queues its back-channel logout', async () => {
  const on = await stage()
  const { id: projectId } = await on.project()
  await on.newCode()
  await on.db.deleteFrom('openid_clients').execute()
  const jobs = await runTransaction(on.db, async tx => {
    await wipe(tx, on, projectId)
    return tx.selectFrom('outbox').select('payload').where('kind', '=', 'backchannel-logout').execute()
  })
  expect(jobs).toHaveLength(1)
})

test('an unresponsive application is notified twelve times, and a deleted one or one without a URL never', async () => {
  const on = await stage()
  const { id: projectId } = await on.project()
  const providers = (client: unknown) => ({ of: async () => ({ Client: { find: async () => client } }) }) as never
  const asked: unknown[] = []
  const backchannelLogout = async (...said: unknown[]) => {
    asked.push(said)
    throw new TypeError('nobody is there')
  }
  const job = (client: unknown, attempt: number, project = projectId) =>
    sessionEndJobs(on.core, providers(client))['backchannel-logout'](
      { projectId: project, clientId: 'app-1', userId: 'ada', sid: 's1' },
      { attempt } as never,
    )
  const silent = { backchannelLogoutUri: 'https://reader.example.org/out', backchannelLogout }
  for (const attempt of [1, 11]) {
    const problem = await job(silent, attempt).catch((error: unknown) => error)
    expect([attempt, problem instanceof GiveUp]).toEqual([attempt, false])
    expect(problem).toMatchObject({ message: 'nobody is there' })
  }
  await expect(job(silent, 12)).rejects.toThrow(GiveUp)
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['ada', 's1']))
  await job(undefined, 1)
  await job({ ...silent, backchannelLogoutUri: undefined }, 1)
  await job(silent, 1, 'project-test-1')
  expect(asked).toHaveLength(3)
})
