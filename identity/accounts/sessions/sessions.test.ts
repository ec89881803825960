import { authResult } from '@corroborate/wire/objects.schema'
import { jwksPath, sessionClaim } from '@corroborate/wire/session-jwt'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { brought } from '../../features.ts'
import { sweep } from '../../operate/sweeping/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { createKeyRing, ensureKey, publicKeys, rotateKey } from './keys.ts'
import { publishedBefore } from './signing-key-at.ts'

const minutes = (count: number) => count * 60_000

describe('session', () => {
  test('authenticating a session returns the complete AuthResult of the contract', async () => {
    const { sdk, signIn, addUser } = await identityUnderTest()
    const { userId } = await addUser('ada@example.org')
    const { session_token: session } = await signIn(userId)
    const { status, data } = await sdk('POST', '/sessions/authenticate', {}, { session })
    expect(status).toBe(200)
    expect(authResult.parse(data)).toMatchObject({
      user_id: userId,
      session_token: session,
      session: { user_id: userId, authentication_factors: [{ type: 'password', delivery_method: 'knowledge' }] },
      user: { status: 'active', emails: [{ email: 'ada@example.org', verified: true }], roles: ['stytch_user'] },
    })
  })

  test('a session token is stored only as a hash', async () => {
    const { db, signIn, addUser } = await identityUnderTest()
    const { session_token } = await signIn((await addUser('ada@example.org')).userId)
    expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toContain(session_token)
  })

  test('a session is extended only when the request gives a duration', async () => {
    const { sdk, signIn, addUser, clock } = await identityUnderTest()
    const { session_token: session, session: begun } = await signIn((await addUser('a@example.org')).userId)
    clock.now += minutes(10)
    const looked = await sdk('POST', '/sessions/authenticate', {}, { session })
    expect(looked.data.session).toMatchObject({ expires_at: begun.expires_at })
    const asked = await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 90 }, { session })
    expect(asked.data.session).toMatchObject({ expires_at: new Date(clock.now + minutes(90)).toISOString() })
  })

  test('a session ends when it expires, whichever endpoint is used', async () => {
    const { sdk, signIn, addUser, clock } = await identityUnderTest()
    const { session_token: session } = await signIn((await addUser('a@example.org')).userId, undefined, 5)
    clock.now += minutes(5)
    const { json } = await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 5 }, { session })
    expect(json).toMatchObject({ status_code: 401, error_type: 'session_not_found' })
  })

  test('a session is never extended past the absolute maximum', async () => {
    const { sdk, signIn, addUser, clock, configure } = await identityUnderTest()
    await configure({
      sessions: { maximumMinutes: 60, absoluteMinutes: 100, recentFactorMinutes: 5, limitPending: false },
    })
    const begun = clock.now
    const { session_token: session } = await signIn((await addUser('a@example.org')).userId)
    for (const _ of [1, 2, 3]) {
      clock.now += minutes(30)
      const { data } = await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 60 }, { session })
      const { expires_at } = data.session as { expires_at: string }
      expect(Date.parse(expires_at)).toBeLessThanOrEqual(begun + minutes(100))
    }
    const tooLong = await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 61 }, { session })
    expect(tooLong.json).toMatchObject({
      error_type: 'invalid_session_duration_minutes',
      error_message: 'The session duration must be at most 60 minutes.',
    })
  })

  test.each([0, 4, 1e9, -1, 1.5, '60'])('a session duration of %s minutes is rejected', async duration => {
    const { sdk, signIn, addUser } = await identityUnderTest()
    const { session_token: session } = await signIn((await addUser('a@example.org')).userId)
    const { status, json } = await sdk(
      'POST',
      '/sessions/authenticate',
      { session_duration_minutes: duration },
      { session },
    )
    expect(status).toBe(400)
    if (typeof duration === 'number') expect(json.error_type).toBe('invalid_session_duration_minutes')
  })

  test('a session reports its last use to the minute', async () => {
    const { db, sdk, signIn, addUser, clock } = await identityUnderTest()
    const { session_token: session } = await signIn((await addUser('a@example.org')).userId)
    clock.now += minutes(2)
    await sdk('POST', '/sessions/authenticate', {}, { session })
    const lastUse = async () => (await db.selectFrom('sessions').select('last_accessed_at').execute())[0]
    await expect.poll(lastUse).toEqual({ last_accessed_at: clock.now })
  })

  test('revoking a session ends that one only', async () => {
    const { sdk, signIn, addUser } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    const { session_token: mine } = await signIn(userId)
    const { session_token: other, session } = await signIn(userId)
    const revoked = await sdk('POST', '/sessions/revoke', { session_id: session.session_id }, { session: mine })
    expect(revoked.data).toMatchObject({ status_code: 200 })
    expect((await sdk('GET', '/users/me', undefined, { session: mine })).status).toBe(401)
    expect((await sdk('GET', '/users/me', undefined, { session: other })).status).toBe(200)
    expect((await sdk('POST', '/sessions/revoke', undefined, { session: mine })).json.error_type).toBe(
      'session_not_found',
    )
  })

  test('a session token is required, and a JWT is not accepted in its place', async () => {
    const { sdk, signIn, addUser } = await identityUnderTest()
    const { session_jwt } = await signIn((await addUser('a@example.org')).userId)
    expect((await sdk('GET', '/users/me')).json).toMatchObject({ error_type: 'user_unauthenticated' })
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"user"}')}.`
    for (const session of [session_jwt, none]) {
      const { json } = await sdk('GET', '/users/me', undefined, { session })
      expect(json).toMatchObject({ status_code: 401, error_type: 'unable_to_parse_session_jwt' })
    }
  })

  test('the first sign-in leaves created_at equal to updated_at, the next one does not', async () => {
    const { signIn, addUser, clock } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    clock.now += 5_000
    const first = await signIn(userId)
    expect(first.user.created_at).toBe(first.user.updated_at)
    const second = await signIn(userId)
    expect(second.user.created_at).toBe(first.user.created_at)
    expect(second.user.updated_at).not.toBe(second.user.created_at)
  })
})

describe('session JWT', () => {
  test('8: a JWT is signed anew for every response and never outlives its session', async () => {
    const { sdk, signIn, addUser, clock } = await identityUnderTest()
    clock.now = Math.floor(clock.now / 1_000) * 1_000
    const { session_token, session_jwt, session } = await signIn((await addUser('a@example.org')).userId, undefined, 5)
    const end = Date.parse(session.expires_at) / 1_000
    const now = () => clock.now / 1_000
    expect(decodeJwt(session_jwt)).toMatchObject({ iat: now(), exp: end })
    clock.now += 4 * 60_000
    const again = await sdk('POST', '/sessions/authenticate', {}, { session: session_token })
    expect(decodeJwt(String(again.data.session_jwt))).toMatchObject({ iat: now(), exp: end })
    const longer = { session_duration_minutes: 60 }
    const extended = await sdk('POST', '/sessions/authenticate', longer, { session: session_token })
    expect(decodeJwt(String(extended.data.session_jwt))).toMatchObject({ iat: now(), exp: now() + 300 })
    clock.now += 57 * 60_000
    const last = await sdk('POST', '/sessions/authenticate', {}, { session: session_token })
    expect(decodeJwt(String(last.data.session_jwt))).toMatchObject({ iat: now(), exp: now() + 180 })
  })

  test('a JWT is signed by a published key, lives five minutes and fits into a cookie', async () => {
    const { app, signIn, addUser, clock, project, settings } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    const { session_jwt, session } = await signIn(userId)
    const { id } = await project()
    const jwks = await (await app.request(jwksPath(id))).json()
    const { payload, protectedHeader } = await jwtVerify(session_jwt, createLocalJWKSet(jwks), {
      algorithms: ['RS256'],
      issuer: settings.identity.origin,
      audience: id,
      currentDate: new Date(clock.now),
    })
    expect(protectedHeader.kid).toBe(jwks.keys[0].kid)
    expect(payload.sub).toBe(userId)
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
    expect(payload[sessionClaim]).toMatchObject({ id: session.session_id, roles: ['stytch_user'] })
    expect(session_jwt.length).toBeLessThan(3_000)
    expect(JSON.stringify(jwks)).not.toMatch(/"(d|p|q|dp|dq|qi)":/)
  })

  test('a JWT signed before a key rotation stays valid', async () => {
    const { app, db, sealer, clock, signIn, addUser, project } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    const before = await signIn(userId)
    const owner = await project()
    const { id } = owner
    const young = await rotateKey(db, sealer, owner, { now: clock.now })
    const keys = createLocalJWKSet(await (await app.request(jwksPath(id))).json())
    const kidOf = async (jwt: string) =>
      (await jwtVerify(jwt, keys, { currentDate: new Date(clock.now) })).protectedHeader.kid
    clock.now += publishedBefore
    await expect.poll(async () => kidOf((await signIn(userId)).session_jwt)).toBe(young)
    expect(await kidOf(before.session_jwt)).not.toBe(young)
  })

  test('a new key signs only after JWKS caches have expired', async () => {
    const { app, db, sealer, clock, signIn, addUser, project } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    const owner = await project()
    const kidNow = async () => decodeProtectedHeader((await signIn(userId)).session_jwt).kid
    const old = await kidNow()
    const young = await rotateKey(db, sealer, owner, { now: clock.now })
    const { keys } = await (await app.request(jwksPath(owner.id))).json()
    expect(keys.map(({ kid }: { kid: string }) => kid).toSorted()).toEqual([old, young].toSorted())
    clock.now += publishedBefore - 1
    const ring = createKeyRing(db, sealer, () => clock.now)
    expect((await ring.current(owner)).id).toBe(old)
    clock.now += 1
    expect((await createKeyRing(db, sealer, () => clock.now).current(owner)).id).toBe(young)
  })

  test('rotation deletes a private key, and its public key is removed once no JWT depends on it', async () => {
    const { app, db, sealer, clock, signIn, addUser, project } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    const before = await signIn(userId)
    const owner = await project()
    const { id } = owner
    const published = async () => {
      const { keys } = await (await app.request(jwksPath(id))).json()
      return (keys as { kid: string }[]).map(({ kid }) => kid)
    }
    const [old] = await published()
    expect(decodeProtectedHeader(before.session_jwt).kid).toBe(old)
    const young = await rotateKey(db, sealer, owner, { now: clock.now })
    const maySign = async () => {
      const rows = await db.selectFrom('signing_keys').select('key_id').where('private_key', '!=', '').execute()
      return rows.map(({ key_id }) => key_id).toSorted()
    }
    await sweep(db, brought, clock.now)
    expect(await maySign()).toEqual([old, young].toSorted())
    clock.now += publishedBefore
    await sweep(db, brought, clock.now)
    expect(await maySign()).toEqual([young])
    expect((await published()).toSorted()).toEqual([old, young].toSorted())

    clock.now += minutes(23 * 60)
    expect(await published()).toContain(old)
    clock.now += minutes(60)
    expect(await published()).toEqual([young])
    await sweep(db, brought, clock.now)
    expect(await db.selectFrom('signing_keys').select('key_id').execute()).toEqual([{ key_id: young }])
  })

  test('revoking a key invalidates its JWTs immediately while the sessions continue', async () => {
    const { app, sdk, db, sealer, clock, signIn, addUser, project } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    const before = await signIn(userId)
    const owner = await project()
    const { id } = owner
    await rotateKey(db, sealer, owner, { now: clock.now })
    const young = await rotateKey(db, sealer, owner, { revokeOld: true, now: clock.now })
    const jwks = await (await app.request(jwksPath(id))).json()
    expect(jwks.keys.map(({ kid }: { kid: string }) => kid)).toEqual([young])
    await expect(jwtVerify(before.session_jwt, createLocalJWKSet(jwks))).rejects.toThrow(/no applicable key/)
    const renewed = async () => {
      const { data } = await sdk('POST', '/sessions/authenticate', {}, { session: before.session_token })
      return decodeProtectedHeader(String(data.session_jwt)).kid
    }
    await expect.poll(renewed).toBe(young)
  })

  test('a changed JWT algorithm takes effect after the usual delay, with the old one until then', async () => {
    const { app, sdk, db, sealer, signIn, addUser, configure, project, clock } = await identityUnderTest()
    const { session_token: session, session_jwt: before } = await signIn((await addUser('a@example.org')).userId)
    await configure({ jwtAlgorithm: 'ES256' })
    const owner = await project()
    const renewed = async () => String((await sdk('POST', '/sessions/authenticate', {}, { session })).data.session_jwt)
    expect(decodeProtectedHeader(await renewed()).alg).toBe('RS256')
    clock.now += 1_000
    await ensureKey(db, sealer, owner, clock.now)
    clock.now += publishedBefore
    await expect.poll(async () => decodeProtectedHeader(await renewed()).alg).toBe('ES256')

    const { keys } = await (await app.request(jwksPath(owner.id))).json()
    expect(keys).toMatchObject([
      { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' },
      { kty: 'RSA', alg: 'RS256', use: 'sig' },
    ])
    expect(JSON.stringify(keys)).not.toMatch(/"(d|p|q|dp|dq|qi)":/)
    const verified = (jwt: string, algorithm: string) =>
      jwtVerify(jwt, createLocalJWKSet({ keys }), { algorithms: [algorithm], currentDate: new Date(clock.now) })
    await verified(before, 'RS256')
    await verified(await renewed(), 'ES256')
    clock.now += 1_000
    await rotateKey(db, sealer, owner, { now: clock.now })
    expect(await publicKeys(db, owner.id, clock.now)).toMatchObject([
      { alg: 'ES256' },
      { alg: 'ES256' },
      { alg: 'RS256' },
    ])
  })

  test('after many concurrent rotations, one key signs', async () => {
    const { db, sealer, clock, project } = await identityUnderTest()
    const owner = await project()
    await Promise.all(Array.from({ length: 5 }, () => rotateKey(db, sealer, owner, { now: clock.now })))
    const signing = db.selectFrom('signing_keys').select('private_key').where('retired_at', 'is', null)
    expect(await signing.execute()).toEqual([{ private_key: expect.stringMatching(/^sealed-1\./) }])
    await sweep(db, brought, clock.now + publishedBefore)
    const keys = await db.selectFrom('signing_keys').select('private_key').execute()
    expect(keys.filter(({ private_key }) => private_key === '')).toHaveLength(5)
  })

  test('a JWT is never issued in the future after the clock was set back', async () => {
    const { sdk, signIn, addUser, clock } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    const { session_token: session } = await signIn(userId)
    await sdk('POST', '/sessions/authenticate', {}, { session })
    clock.now -= minutes(60)
    const { data } = await sdk('POST', '/sessions/authenticate', {}, { session })
    expect(decodeJwt(String(data.session_jwt)).nbf).toBe(Math.floor(clock.now / 1_000))
  })

  test('a new key signs soon after a rotation even if the clock changes', async () => {
    vi.setSystemTime(Date.now())
    onTestFinished(() => void vi.useRealTimers())
    const { sdk, db, sealer, signIn, addUser, project } = await identityUnderTest()
    const { userId } = await addUser('a@example.org')
    const { session_token: session } = await signIn(userId)
    const owner = await project()
    const keyNow = async () => {
      const { data } = await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 60 }, { session })
      return decodeProtectedHeader(String(data.session_jwt)).kid
    }
    await keyNow()
    vi.setSystemTime(Date.now() - minutes(60))
    const rotated = await rotateKey(db, sealer, owner, { now: Date.now() })
    vi.setSystemTime(Date.now() + publishedBefore)
    await expect.poll(keyNow).toBe(rotated)
  })
})

describe('custom domain with HttpOnly cookies', () => {
  const host = 'https://auth.example.test'

  const onCustomDomain = async () => {
    const identity = await identityUnderTest()
    await identity.configure({ cnameDomain: 'auth.example.test', httpOnlyCookies: true })
    const { session_token } = await identity.signIn((await identity.addUser('a@example.org')).userId)
    const request = (path: string, cookie: string, secret = identity.publicToken) =>
      identity.app.request(`${host}/sdk/v1${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${btoa(`${identity.publicToken}:${secret}`)}`,
          Cookie: cookie,
          'Content-Type': 'application/json',
        },
      })
    return { ...identity, session_token, request }
  }

  test('tokens are sent in HttpOnly cookies and authenticate the session', async () => {
    const { request, session_token } = await onCustomDomain()
    const first = await request('/sessions/authenticate', '', session_token)
    const { data } = (await first.json()) as { data: { session_token: string; session_jwt: string } }
    expect([data.session_token, data.session_jwt]).toEqual(['', ''])
    const cookies = first.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const again = await request('/sessions/authenticate', `theme=dark; __Host-stytch_session=${session_token}`)
    expect(again.status).toBe(200)
  })

  test('a cookie that another subdomain could have set is ignored', async () => {
    const { request, session_token } = await onCustomDomain()
    expect((await request('/sessions/authenticate', `stytch_session=${session_token}`)).status).toBe(401)
    const twice = `__Host-stytch_session=${session_token}; __Host-stytch_session=other`
    expect((await request('/sessions/authenticate', twice)).status).toBe(401)
  })

  test('a cookie with a look-alike name is ignored and does not displace the real one', async () => {
    const { request, session_token } = await onCustomDomain()
    const own = `__Host-stytch_session=${session_token}`
    const tossed = (token: string) => `\u00a0__Host-stytch_session=${token}`
    expect((await request('/sessions/authenticate', tossed(session_token))).status).toBe(401)
    expect((await request('/sessions/authenticate', `${tossed('other')}; ${own}`)).status).toBe(200)
    expect((await request('/sessions/authenticate', `${own}; ${tossed('other')}`)).status).toBe(200)
  })

  test('revoking and a missing session both expire the two cookies', async () => {
    const { request, session_token } = await onCustomDomain()
    const cookie = `__Host-stytch_session=${session_token}`
    const revoked = await request('/sessions/revoke', cookie)
    expect(revoked.headers.getSetCookie().every(each => each.includes('Max-Age=0'))).toBe(true)
    const gone = await request('/sessions/authenticate', cookie)
    expect(gone.status).toBe(401)
    expect(gone.headers.getSetCookie()).toHaveLength(2)
  })
})
