import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { createProject, projectConfig } from '../projects/index.ts'
import { back, openidUnderTest, stage } from './testing/index.ts'

// Application endpoints: codes, tokens and metadata. For the consent page's endpoints see `consent-security.test.ts`.

describeStore<Tables>('an OpenID provider', migrations, (open, store) => {
  const onStage = async () => {
    const { url } = store.placeOf(await open())
    return stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }

  test('codes of another client, with a wrong verifier or redirect URI are rejected; replay revokes their tokens', async () => {
    const { newCode, redeem, addClient, isActive, refresh } = await onStage()
    const other = await addClient({ name: 'Other' })
    const code = await newCode()
    for (const [given, as, error] of [
      [{}, other, 'invalid_grant'],
      [{ code_verifier: 'A'.repeat(43) }, undefined, 'invalid_grant'],
      [{ code_verifier: '' }, undefined, 'invalid_grant'],
      [{ redirect_uri: `${back}/` }, undefined, 'invalid_grant'],
      [{}, { ...other, secret: 'wrong' }, 'invalid_client'],
    ] as const) {
      const { status, json } = await redeem(code, given, as)
      expect([given, status, json.error]).toEqual([given, error === 'invalid_client' ? 401 : 400, error])
    }
    const first = await redeem(code)
    expect([first.status, await isActive(first.json.access_token)]).toEqual([200, true])
    const replayed = await redeem(code)
    expect(replayed.json.error).toBe('invalid_grant')
    expect(await isActive(first.json.access_token)).toBe(false)
    expect((await refresh(first.json.refresh_token)).json.error).toBe('invalid_grant')
  })

  test('a code older than 60 seconds is rejected', async () => {
    const { newCode, redeem, clock } = await onStage()
    const code = await newCode()
    clock.now += 61_000
    expect((await redeem(code)).json.error).toBe('invalid_grant')
  })

  test('20 parallel redemptions of a code issue one token, which is then revoked', async () => {
    const { newCode, redeem, isActive } = await onStage()
    const code = await newCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    expect(await isActive(given[0]?.json.access_token)).toBe(false)
  })

  test('a refresh by another client or with a wrong or missing secret is rejected', async () => {
    const { newCode, redeem, refresh, isActive, addClient, post, client } = await onStage()
    const { json } = await redeem(await newCode())
    const other = await addClient({ name: 'Other' })
    expect((await refresh(json.refresh_token, other)).json.error).toBe('invalid_grant')
    expect((await refresh(json.refresh_token, { ...other, id: 'x' })).json.error).toBe('invalid_client')
    const nameOnly = { grant_type: 'refresh_token', refresh_token: json.refresh_token ?? '', client_id: client.id }
    expect(await post('token', nameOnly, null)).toMatchObject({ status: 401, json: { error: 'invalid_client' } })
    const second = await refresh(json.refresh_token)
    expect(await isActive(second.json.access_token)).toBe(true)
  })

  test('revoking another client’s tokens has no effect', async () => {
    const { newCode, redeem, refresh, isActive, addClient, post } = await onStage()
    const { json } = await redeem(await newCode())
    const other = await addClient({ name: 'Other' })
    for (const token of [json.access_token ?? '', json.refresh_token ?? '']) {
      await post('revoke', { token }, other)
      expect((await post('revoke', { token }, { ...other, secret: 'wrong' })).status).toBe(401)
    }
    expect(await isActive(json.access_token)).toBe(true)
    expect((await refresh(json.refresh_token)).status).toBe(200)
  })

  test('ending a session ends its tokens, while offline access lasts until revoked', async () => {
    const { newCode, redeem, sdk, session, isActive, refresh, post } = await onStage()
    const bound = await redeem(await newCode({ scope: 'openid email' }))
    const offline = await redeem(await newCode())
    expect(await isActive(bound.json.access_token)).toBe(true)
    expect(bound.json.refresh_token).toBeUndefined()
    await sdk('POST', '/sessions/revoke', undefined, { session })
    expect(await isActive(bound.json.access_token)).toBe(false)
    const renewed = await refresh(offline.json.refresh_token)
    expect(await isActive(renewed.json.access_token)).toBe(true)
    await post('revoke', { token: renewed.json.refresh_token ?? '' })
    expect(await isActive(renewed.json.access_token)).toBe(false)
  })

  test('tokens of other projects and clients are inactive, and tokens in the query are rejected', async () => {
    const { newCode, redeem, db, addClient, origin, isActive, issuer } = await onStage()
    const project = await createProject(db, { name: 'Other' }, Date.now())
    const foreign = await addClient({ name: 'Foreign' }, project.id)
    const { json } = await redeem(await newCode())
    const at = `${origin}/v1/public/${project.id}/oauth2`
    const basic = `Basic ${Buffer.from(`${foreign.id}:${foreign.secret}`).toString('base64')}`
    const told = await fetch(`${at}/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ token: json.access_token ?? '' }),
      headers: { Authorization: basic },
    })
    expect(await told.json()).toEqual({ active: false })
    const bearer = { Authorization: `Bearer ${json.access_token}` }
    expect((await fetch(`${at}/userinfo`, { headers: bearer })).status).toBe(401)
    const userinfo = `${issuer}/oauth2/userinfo`
    expect((await fetch(userinfo, { headers: bearer })).status).toBe(200)
    expect((await fetch(`${userinfo}?access_token=${json.access_token}`)).status).toBe(400)
    for (const token of [json.refresh_token, json.id_token]) {
      expect((await fetch(userinfo, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401)
    }
    expect(await isActive(json.access_token, await addClient({ name: 'Curious' }))).toBe(false)
  })

  test('an unlisted audience is rejected, and userinfo accepts no API tokens', async () => {
    const { configure, addClient, newCode, redeem, isActive, issuer } = await onStage()
    const resource = 'https://api.example.org/'
    const { openid } = projectConfig.parse({
      openid: { resources: [{ resource, scopes: ['read'], format: 'opaque', forAnyApp: false }] },
    })
    await configure({ openid })
    const api = await addClient({ name: 'API', serves: [resource] })
    const allowed = await addClient({ name: 'App', resources: [resource], scopes: ['openid', 'read'] })
    const code = await newCode({ resource, scope: 'openid read' }, allowed)
    const { json } = await redeem(code, {}, allowed)
    expect(json.scope).toContain('read')
    expect(await isActive(json.access_token, api)).toBe(true)
    const otherApi = await addClient({ name: 'Other API', serves: ['https://other.example.org/'] })
    expect(await isActive(json.access_token, otherApi)).toBe(false)
    const bearer = { Authorization: `Bearer ${json.access_token}` }
    expect([401, 403]).toContain((await fetch(`${issuer}/oauth2/userinfo`, { headers: bearer })).status)
    const again = await newCode({ scope: 'openid read' }, allowed)
    const elsewhere = await redeem(again, { resource: 'https://other.example.org/' }, allowed)
    expect(elsewhere.json.error).toBe('invalid_target')
  })
})

test('the metadata lists one algorithm, only S256, no implicit flow, and public keys only', async () => {
  const { issuer, configure } = await openidUnderTest()
  await configure({ openid: projectConfig.parse({}).openid })
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  expect(metadata).toMatchObject({
    issuer: issuer.href,
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post', 'jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt'],
    authorization_response_iss_parameter_supported: true,
    acr_values_supported: ['urn:corroborate:acr:1fa', 'urn:corroborate:acr:2fa'],
    subject_types_supported: ['public'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    token_endpoint_auth_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    end_session_endpoint: `${issuer}/oauth2/logout`,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  })
  expect(metadata.scopes_supported).toEqual(expect.arrayContaining(['openid', 'profile', 'email', 'offline_access']))
  expect(metadata.token_endpoint).toBe(`${issuer}/oauth2/token`)
  for (const off of [
    'registration_endpoint',
    'pushed_authorization_request_endpoint',
    'dpop_signing_alg_values_supported',
  ]) {
    expect(metadata[off]).toBeUndefined()
  }
  const { keys } = await (await fetch(metadata.jwks_uri)).json()
  expect(keys).toHaveLength(1)
  for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(keys[0]).not.toHaveProperty(part)
  const other = await fetch(`${issuer}/.well-known/openid-configuration`, {
    headers: { 'X-Forwarded-Host': 'evil.example' },
  })
  expect(JSON.stringify(await other.json())).not.toContain('evil.example')
})
