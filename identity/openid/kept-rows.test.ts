import { runTransaction } from '@corroborate/server-kit/database'
import { expect, test } from 'vitest'
import { sessionEndJobs } from './session-ends/jobs.ts'
import {
  clientSettings,
  createClient,
  deleteClient,
  deleteRegistered,
  listClients,
  replaceSecret,
  sweepOpenid,
} from './store/index.ts'
import { back, stage } from './testing/index.ts'

// Rows that are deleted and rows that stay.

const tables = ['openid_records', 'openid_authorizations', 'openid_requests', 'openid_logins'] as const

/** Creates a user who has authorized two applications, with an access token of each. */
const withTwoApps = async () => {
  const on = await stage()
  const { id: projectId } = await on.project()
  const other = await on.addClient({ name: 'Other' })
  const { json: own } = await on.redeem(await on.newCode())
  const { json: others } = await on.redeem(await on.newCode({}, other), {}, other)
  const areGood = async () => [await on.isActive(own.access_token), await on.isActive(others.access_token, other)]
  const clientsIn = async (table: 'openid_consents' | 'openid_authorizations') =>
    (await on.db.selectFrom(table).select('client_id').execute()).map(row => row.client_id).toSorted()
  expect(await areGood()).toEqual([true, true])
  // The applications have different session IDs, so they cannot correlate a session.
  const known = await on.db.selectFrom('openid_authorizations').select(['sid', 'grant_id']).execute()
  expect(new Set(known.flatMap(row => [row.sid, row.grant_id])).size).toBe(4)
  return { ...on, projectId, other, areGood, clientsIn }
}

test('revoking one application’s access keeps that of the others', async () => {
  const { sdk, session, client, other, areGood, clientsIn } = await withTwoApps()
  await sdk('POST', `/users/connected_apps/${client.id}/revoke`, undefined, { session })
  expect(await areGood()).toEqual([false, true])
  expect([await clientsIn('openid_consents'), await clientsIn('openid_authorizations')]).toEqual([
    [other.id],
    [other.id],
  ])
  const { data } = await sdk('GET', '/users/connected_apps', undefined, { session })
  expect(data.connected_apps).toMatchObject([{ connected_app_id: other.id, client_type: 'third_party' }])
})

test('deleting an application deletes its data only', async () => {
  const { db, projectId, client, other, clientsIn, sdk, session } = await withTwoApps()
  await runTransaction(db, tx => deleteClient(tx, projectId, client.id))
  expect([await clientsIn('openid_consents'), await clientsIn('openid_authorizations')]).toEqual([
    [other.id],
    [other.id],
  ])
  const kept = await db.selectFrom('openid_records').select('client_id').distinct().execute()
  expect(kept).toEqual([{ client_id: other.id }])
  expect((await listClients(db, projectId)).map(({ id }) => id)).toEqual([other.id])
  expect((await sdk('GET', '/users/connected_apps', undefined, { session })).data.connected_apps).toHaveLength(1)
})

test('an operator’s application has a secret only if it authenticates with one', async () => {
  const { db, project, post, clock } = await stage()
  const of = await project()
  const made = async (given: object) => {
    const settings = clientSettings.parse({ name: 'Made', redirectUrls: [back], ...given })
    return runTransaction(db, tx => createClient(tx, of, { settings, logo: null }, clock.now))
  }
  const { client, secret } = await made({})
  expect((await post('introspect', { token: 'x' }, { ...client, secret: secret ?? '' })).status).toBe(200)
  expect((await post('introspect', { token: 'x' }, { ...client, secret: 'x' })).status).toBe(401)
  const jwks = { keys: [{ kty: 'EC' }] }
  for (const given of [{ isPublic: true }, { authMethod: 'private_key_jwt', jwks }]) {
    const other = await made(given)
    expect([given, other.secret, other.client.secretHash]).toEqual([given, null, null])
  }
})

test('an operator’s application cannot be deleted through dynamic registration', async () => {
  const { db, projectId, client, areGood, clock } = await withTwoApps()
  for (const id of [client.id, 'nobody']) await deleteRegistered(db, projectId, id, clock.now)
  expect(await areGood()).toEqual([true, true])
  expect(await db.selectFrom('audit_log').select('action').where('action', '=', 'app.deleted').execute()).toEqual([])
})

test('revoking sessions voids grants of ended ones and keeps grants of the remaining one', async () => {
  const { db, core, project, signIn, userId, decide, asked, redeem, isActive, clock } = await stage()
  const { id: projectId } = await project()
  const tokenIn = async (minutes: number) => {
    const { session_token } = await signIn(userId, undefined, minutes)
    const { url } = await decide(asked(), session_token)
    return (await redeem(url?.searchParams.get('code') ?? '')).json.access_token
  }
  const [short, long] = [await tokenIn(5), await tokenIn(600)]
  clock.now += 10 * 60_000
  await sessionEndJobs(core, {} as never)['sessions-revoked']({ projectId, userId })
  expect([await isActive(short), await isActive(long)]).toEqual([false, true])
  expect(await db.selectFrom('openid_authorizations').selectAll().execute()).toHaveLength(2)
})

test('an application with a new secret authenticates with that secret only', async () => {
  const { db, projectId, client, post, clock } = await withTwoApps()
  const status = async (secret: string) => (await post('introspect', { token: 'x' }, { ...client, secret })).status
  const known = (await listClients(db, projectId)).find(({ id }) => id === client.id)
  if (known === undefined) throw new Error('It is gone.')
  const secret = await runTransaction(db, tx => replaceSecret(tx, projectId, known, clock.now))
  expect([await status(client.secret), await status(secret)]).toEqual([401, 200])
})

test('ending a session ends its grants and no others', async () => {
  const { sdk, session, signIn, userId, decide, asked, db } = await stage()
  const { session_token: second } = await signIn(userId)
  await decide(asked(), session)
  await decide(asked(), second)
  const sessions = async () => (await db.selectFrom('openid_authorizations').select('client_id').execute()).length
  expect(await sessions()).toBe(2)
  await sdk('POST', '/sessions/revoke', undefined, { session })
  await expect.poll(sessions).toBe(1)
  expect((await sdk('GET', '/users/me', undefined, { session: second })).status).toBe(200)
})

test('rows are purged at the millisecond they expire, not earlier', async () => {
  const on = await stage()
  await on.redeem(await on.newCode())
  await on.start({})
  on.clock.now += 60_000
  await on.start({ prompt: 'login' })
  const now = Date.now()
  const count = async () =>
    Promise.all(tables.map(async table => (await on.db.selectFrom(table).selectAll().execute()).length))
  for (const table of tables)
    await on.db
      .updateTable(table)
      .set({ expires_at: now + 1_000 })
      .execute()
  const before = await count()
  expect(before.every(rows => rows > 0)).toBe(true)
  await sweepOpenid(on.db, now + 999)
  expect(await count()).toEqual(before)
  await sweepOpenid(on.db, now + 1_000)
  expect(await count()).toEqual([0, 0, 0, 0])
})

test('a deleted application is listed by its id', async () => {
  const { sdk, session, db, client, addClient, newCode } = await stage()
  const phone = await addClient({ name: 'Phone', description: 'On a phone.', isPublic: true })
  await newCode()
  await newCode({}, phone)
  await db.deleteFrom('openid_clients').where('client_id', '=', client.id).execute()
  const { data } = await sdk('GET', '/users/connected_apps', undefined, { session })
  const listed = data.connected_apps as { connected_app_id: string }[]
  const of = (id: string) => listed.find(({ connected_app_id }) => connected_app_id === id)
  expect(of(client.id)).toMatchObject({ name: client.id, description: '', client_type: 'third_party' })
  expect(of(phone.id)).toMatchObject({ name: 'Phone', description: 'On a phone.', client_type: 'third_party_public' })
})
