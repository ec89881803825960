import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { publishedBefore, rotateKey } from '../accounts/sessions/index.ts'
import { type ProjectConfig, projectConfig } from '../projects/index.ts'
import { identityUnderTest } from '../testing/index.ts'
import { issuerOf } from './provider/index.ts'
import { clientSettings, insertClient } from './store/index.ts'
import { back, stage } from './testing/index.ts'

/** An application on a project with settings of its own, and its library. */
const open = async (
  given: Parameters<typeof projectConfig.parse>[0] | object = {},
  of: Parameters<Awaited<ReturnType<typeof stage>>['addClient']>[0] = {},
) => {
  const on = await stage()
  const { openid: settings }: ProjectConfig = projectConfig.parse({ openid: given })
  await on.configure({ openid: settings })
  const client = await on.addClient(of)
  const config = await openid.discovery(on.issuer, client.id, client.secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const asking = async (more: Record<string, string> = {}) => {
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const parameters = {
      redirect_uri: client.redirectUrls[0] ?? '',
      scope: 'openid email',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      ...more,
    }
    return { parameters, checks: { pkceCodeVerifier } }
  }
  const comeBack = async (asked: URL): Promise<URL> => {
    const { url, started, submitted } = await on.decide(asked, on.session)
    if (url === null) throw new Error(JSON.stringify([started.json, submitted.json]))
    return url
  }
  return { ...on, client, config, asking, comeBack }
}

test('a pushed request shows the user its content and is answered once', async () => {
  const { config, asking, decide, session, comeBack, userId } = await open({ pushedRequests: true })
  const { parameters, checks } = await asking({ state: 'sent', scope: 'openid email phone' })
  const asked = await openid.buildAuthorizationUrlWithPAR(config, parameters)
  expect([...asked.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
  const { started, url } = await decide(asked, session)
  expect(started.data).toMatchObject({
    consent_required: true,
    client: { redirect_host: 'reader.example.org' },
    scope_results: [{ scope: 'openid' }, { scope: 'email' }, { scope: 'phone' }],
  })
  const tokens = await openid.authorizationCodeGrant(config, url ?? new URL('none:'), {
    ...checks,
    expectedState: 'sent',
  })
  expect(tokens.claims()?.sub).toBe(userId)
  const again = await decide(asked, session)
  expect(again.url?.searchParams.get('code') ?? null).toBeNull()
  const second = await asking({ scope: 'openid email' })
  const fewer = await comeBack(await openid.buildAuthorizationUrlWithPAR(config, second.parameters))
  expect(fewer.searchParams.get('code')).not.toBeNull()
})

test('a pushed request may require re-authentication and target an API', async () => {
  const resource = 'https://api.example.org/'
  const { config, asking, decide, session, clock, signIn, userId } = await open(
    { pushedRequests: true, resources: [{ resource, scopes: ['read'] }] },
    { resources: [resource], scopes: ['openid', 'read'] },
  )
  const { parameters, checks } = await asking({ prompt: 'login', scope: 'openid read', resource })
  const asked = await openid.buildAuthorizationUrlWithPAR(config, parameters)
  expect((await decide(asked, session)).started.json.error_type).toBe('stale_factors')
  clock.now += 1_000
  const { session_token: renewed } = await signIn(userId)
  const { url, started } = await decide(asked, renewed)
  expect((started.data.scope_results as { scope: string }[]).map(({ scope }) => scope)).toEqual(['openid', 'read'])
  const tokens = await openid.authorizationCodeGrant(config, url ?? new URL('none:'), checks, { resource })
  expect(tokens.scope).toBe('read')
})

test('tokens for an unknown or disallowed API are rejected', async () => {
  const [ours, others] = ['https://ours.example.org/', 'https://others.example.org/']
  const { config, asking, decide, session } = await open(
    { resources: [ours, others].map(resource => ({ resource, scopes: ['read'] })) },
    { resources: [ours], scopes: ['openid', 'read'] },
  )
  for (const [resource, error] of [
    [ours, null],
    [others, 'invalid_target'],
    ['https://unknown.example.org/', 'invalid_target'],
  ] as const) {
    const { parameters } = await asking({ scope: 'openid read', resource })
    const { url } = await decide(openid.buildAuthorizationUrl(config, parameters), session)
    expect([resource, url?.searchParams.get('error')]).toEqual([resource, error])
  }
})

test('DPoP-bound tokens are useless without their key', async () => {
  const { config, asking, comeBack, userId, issuer } = await open({ dpop: true })
  const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair())
  const other = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair())
  const { parameters, checks } = await asking({ scope: 'openid email offline_access' })
  const url = await comeBack(openid.buildAuthorizationUrl(config, parameters))
  const tokens = await openid.authorizationCodeGrant(config, url, checks, undefined, { DPoP })
  expect(tokens.token_type).toBe('dpop')
  expect((await openid.fetchUserInfo(config, tokens.access_token, userId, { DPoP })).sub).toBe(userId)
  await expect(openid.fetchUserInfo(config, tokens.access_token, userId, { DPoP: other })).rejects.toThrow()
  const bearer = await fetch(`${issuer}/oauth2/userinfo`, {
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  })
  expect(bearer.status).toBe(401)
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
  expect(refreshed.token_type).toBe('dpop')
})

test('a JWT access token states its audience and scopes for APIs that verify it themselves', async () => {
  const resource = 'https://api.example.org/'
  const { config, asking, comeBack, userId, client, issuer } = await open(
    { resources: [{ resource, scopes: ['read'], format: 'jwt' }] },
    { resources: [resource], scopes: ['openid', 'read'] },
  )
  const { parameters, checks } = await asking({ scope: 'openid read', resource })
  const url = await comeBack(openid.buildAuthorizationUrl(config, parameters))
  const tokens = await openid.authorizationCodeGrant(config, url, checks, { resource })
  const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''))
  const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
    issuer: issuer.href,
    audience: resource,
    typ: 'at+jwt',
  })
  expect(payload).toMatchObject({ sub: userId, client_id: client.id, scope: 'read' })
  expect(protectedHeader.alg).toBe('RS256')
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  await expect(jwtVerify(tokens.access_token, keys, { audience: 'https://other.example.org/' })).rejects.toThrow('aud')
})

test('a machine authenticates as itself if its project enables client credentials, and never as a user', async () => {
  const resource = 'https://api.example.org/'
  const resources = [{ resource, scopes: ['write'] }]
  const machine = {
    redirectUrls: [],
    clientCredentials: true,
    resources: [resource],
    scopes: ['write'],
    serves: [resource],
  }
  const { config, issuer, configure, addClient } = await open({ clientCredentials: true, resources }, machine)
  const tokens = await openid.clientCredentialsGrant(config, { resource, scope: 'write' })
  expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true, scope: 'write' })
  expect((await openid.tokenIntrospection(config, tokens.access_token)).sub).toBeUndefined()
  const userinfo = await fetch(`${issuer}/oauth2/userinfo`, {
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  })
  expect(userinfo.status).toBe(401)

  const person = await addClient({ name: 'No machine' })
  const withPeople = await openid.discovery(issuer, person.id, person.secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  await expect(openid.clientCredentialsGrant(withPeople)).rejects.toMatchObject({
    error: 'invalid_request',
    error_description: 'requested grant type is not allowed for this client',
  })
  await configure({ openid: projectConfig.parse({ openid: { resources } }).openid })
  await expect(openid.clientCredentialsGrant(config, { resource })).rejects.toMatchObject({
    error: 'unsupported_grant_type',
  })
})

test('after a rotation the new key signs and the old key’s tokens stay valid', async () => {
  const { config, asking, comeBack, clock, db, sealer, project, sdk, client, session, issuer } = await open()
  const signIn = async () => {
    const { parameters, checks } = await asking()
    const url = await comeBack(openid.buildAuthorizationUrl(config, parameters))
    const { id_token = '' } = await openid.authorizationCodeGrant(config, url, checks)
    return {
      id_token,
      kid: JSON.parse(Buffer.from(id_token.split('.')[0] ?? '', 'base64url').toString()).kid as string,
    }
  }
  const before = await signIn()
  // So long ago that the new key signs by now.
  const kid = await rotateKey(db, sealer, await project(), { revokeOld: false, now: clock.now - publishedBefore })
  await expect.poll(async () => (await signIn()).kid).toBe(kid)
  const { keys } = await (await fetch(`${issuer}/.well-known/jwks.json`)).json()
  expect(keys.map((key: { kid: string }) => key.kid)).toEqual(expect.arrayContaining([kid, before.kid]))
  const hinted = await sdk(
    'POST',
    '/oauth/logout/start',
    {
      client_id: client.id,
      post_logout_redirect_uri: client.postLogoutRedirectUrls[0],
      id_token_hint: before.id_token,
    },
    { session },
  )
  expect(hinted.data.consent_required).toBe(false)
})

test('metadata is served at the RFC 8414 path and at the common OpenID Connect path', async () => {
  const { issuer, origin } = await stage()
  const read = async (url: string) => (await fetch(url)).json()
  const metadata = await read(`${issuer}/.well-known/openid-configuration`)
  expect(metadata.issuer).toBe(issuer.href)
  for (const url of [
    `${issuer}/.well-known/oauth-authorization-server`,
    `${origin}/.well-known/oauth-authorization-server${issuer.pathname}`,
    `${origin}/.well-known/openid-configuration${issuer.pathname}`,
  ]) {
    expect([url, await read(url)]).toEqual([url, metadata])
  }
  const nobody = 'project-test-00000000-0000-4000-8000-000000000000'
  for (const path of [`/v1/public/${nobody}`, '/v1/public/x', '', '/v1/public']) {
    expect((await fetch(`${origin}/.well-known/oauth-authorization-server${path}`)).status).toBe(404)
  }
})

test('a public provider uses its public origin in responses', async () => {
  const origin = 'https://id.example.org'
  const on = await identityUnderTest({ IDENTITY_ORIGIN: origin, SMTP_URL: 'smtp://127.0.0.1:9' })
  const { id } = await on.project()
  const { userId } = await on.addUser('ada@example.org')
  const { session_token: session } = await on.signIn(userId)
  const client = { ...clientSettings.parse({ name: 'Reader', firstParty: true, redirectUrls: [back] }), id: 'app-1' }
  await insertClient(on.db, id, { ...client, origin: 'operator', secretHash: 'x', logo: null }, 0)
  const asked = { client_id: client.id, redirect_uri: back, response_type: 'code', scopes: ['openid'] }
  const body = { ...asked, code_challenge: 'A'.repeat(43) }
  expect((await on.sdk('POST', '/idp/oauth/authorize/start', body, { session })).status).toBe(200)
  const answer = { ...body, consent_granted: true }
  const { data } = await on.sdk('POST', '/idp/oauth/authorize/submit', answer, { session })
  const led = new URL(String(data.redirect_uri)).searchParams
  expect([led.get('iss'), led.get('error'), led.get('code')]).toEqual([issuerOf(origin, id), null, expect.any(String)])
})
