import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { runTransaction } from '@corroborate/server-kit/database'
import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { expect, onTestFinished, test } from 'vitest'
import { brought } from '../features.ts'
import { sessionEndJobs } from './session-ends/jobs.ts'
import { openidUnderTest } from './testing/index.ts'

/** Signs a user in to an application and returns its tokens. */
const signedIn = async (backchannelLogoutUrl: string | null = null) => {
  const provider = await openidUnderTest()
  const client = await provider.addClient({ backchannelLogoutUrl })
  const { userId } = await provider.addUser('ada@example.org')
  const { session_token: session } = await provider.signIn(userId)
  const config = await openid.discovery(provider.issuer, client.id, client.secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const asked = openid.buildAuthorizationUrl(config, {
    redirect_uri: client.redirectUrls[0] ?? '',
    scope: 'openid email offline_access',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const { url } = await provider.decide(asked, session)
  const tokens = await openid.authorizationCodeGrant(config, url ?? new URL('none:'), { pkceCodeVerifier: verifier })
  const isActive = async () => (await openid.tokenIntrospection(config, tokens.access_token)).active
  return { ...provider, client, userId, session, tokens, config, isActive }
}

/** Starts an application with back-channel logout; the first request may fail. */
const listening = async ({ fails = 0 } = {}) => {
  const told: string[] = []
  let calls = 0
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request)
    calls += 1
    if (calls > fails) told.push(new URLSearchParams(body).get('logout_token') ?? '')
    response.writeHead(calls > fails ? 200 : 503).end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It does not listen.')
  return { url: `http://127.0.0.1:${address.port}/logout`, told }
}

test('users list their authorizations with dates and revoke them', async () => {
  const { sdk, session, client, isActive, tokens, config, addUser, signIn, db } = await signedIn()
  const listed = await sdk('GET', '/users/connected_apps', undefined, { session })
  expect(listed.data.connected_apps).toMatchObject([
    { connected_app_id: client.id, name: 'Reader', scopes_granted: 'email offline_access openid' },
  ])
  const { session_token: bob } = await signIn((await addUser('bob@example.org')).userId)
  const path = `/users/connected_apps/${client.id}/revoke`
  expect((await sdk('POST', path, undefined, { session: bob })).json.error_type).toBe('connected_app_not_found')
  expect(await isActive()).toBe(true)
  expect((await sdk('POST', path, undefined, { session })).status).toBe(200)
  expect(await isActive()).toBe(false)
  await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect((await sdk('GET', '/users/connected_apps', undefined, { session })).data.connected_apps).toEqual([])
  const revoked = await db.selectFrom('audit_log').select('details').where('action', '=', 'app.revoked').execute()
  expect(revoked.map(({ details }) => JSON.parse(details))).toEqual([{ client_id: client.id }])
  const { events } = (await sdk('GET', '/account/events', undefined, { session })).data as {
    events: { action: string }[]
  }
  expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(['app.authorized', 'app.revoked']))
})

test('a back-channel logout is retried until the application accepts it', async () => {
  const { url, told } = await listening({ fails: 1 })
  const { sdk, session, client, userId, tokens, issuer } = await signedIn(url)
  await sdk('POST', '/sessions/revoke', undefined, { session })
  await expect.poll(() => told.length).toBe(1)
  expect(decodeJwt(told[0] ?? '')).toMatchObject({
    iss: issuer.href,
    aud: client.id,
    sub: userId,
    sid: tokens.claims()?.sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
})

test('an application is notified when a user’s account is deleted', async () => {
  const { url, told } = await listening()
  const { db, project, client, userId, tokens, isActive } = await signedIn(url)
  const { id } = await project()
  await runTransaction(db, tx => brought.users.delete(tx, id, userId))
  expect(await isActive()).toBe(false)
  await expect.poll(() => told.length).toBe(1)
  expect(decodeJwt(told[0] ?? '')).toMatchObject({ aud: client.id, sub: userId, sid: tokens.claims()?.sid })
  for (const table of ['openid_consents', 'openid_authorizations', 'openid_records'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('ending all sessions of an account revokes the tokens of its applications', async () => {
  const { db, project, userId, isActive } = await signedIn()
  const { revokeSessions } = await import('../accounts/sessions/index.ts')
  const { id } = await project()
  expect(await isActive()).toBe(true)
  await db.transaction().execute(tx => revokeSessions(tx, id, { userId }, Date.now()))
  await expect.poll(isActive).toBe(false)
})

test('revoking sessions voids tokens of ended sessions and keeps those of the remaining one', async () => {
  const { db, project, userId, isActive } = await signedIn()
  const { id: projectId } = await project()
  // The provider's own jobs may come later: an authorization of a session that is over can be there still.
  const revoked = (now: number) =>
    sessionEndJobs({ db, now: () => now } as never, {} as never)['sessions-revoked']({ projectId, userId })
  await revoked(Date.now())
  expect(await isActive()).toBe(true)
  await revoked(Date.now() + 10 * 365 * 86_400_000)
  expect(await isActive()).toBe(false)
})
