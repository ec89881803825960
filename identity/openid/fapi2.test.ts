import { describeStore } from '@corroborate/server-kit/testing'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { rotateKey } from '../accounts/sessions/index.ts'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { projectConfig } from '../projects/index.ts'
import { repeatGrace } from './store/records.ts'
import { stage } from './testing/index.ts'

/** Configures a client library for an application with this authentication method. */
const configOf = (issuer: URL, app: { id: string }, proof: openid.ClientAuth): Promise<openid.Configuration> =>
  openid.discovery(issuer, app.id, undefined, proof, { execute: [openid.allowInsecureRequests] })

test('a private_key_jwt application without a profile may sign with RS256', async () => {
  const on = await stage()
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig', kty: 'RSA' as const }
  const app = await on.addClient({ authMethod: 'private_key_jwt', jwks: { keys: [jwk] } })
  const config = await configOf(on.issuer, app, openid.PrivateKeyJwt({ key: privateKey, kid: 'k1' }))
  expect(await openid.tokenIntrospection(config, 'x')).toEqual({ active: false })
})

// Applications of the FAPI 2.0 Security Profile, as an operator makes them.

const settings = {
  jwtAlgorithm: 'ES256' as const,
  openid: projectConfig.parse({ openid: { pushedRequests: true, dpop: true } }).openid,
}

type Signer = Pick<Awaited<ReturnType<typeof stage>>, 'db' | 'sealer' | 'project' | 'issuer'>

/** Switches the project's signing algorithm. */
const signBy = async ({ db, sealer, project, issuer }: Signer): Promise<void> => {
  const owner = await project()
  // Alone, the new key signs at once.
  await rotateKey(db, sealer, owner, { revokeOld: true, now: Date.now() })
  const signing = async () =>
    (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()).id_token_signing_alg_values_supported[0]
  await expect.poll(signing).toBe(owner.jwtAlgorithm)
}

describeStore<Tables>('an application of the FAPI 2.0 profile', migrations, (open, store) => {
  const onStage = async (algorithm = 'ES256', profile: 'fapi2' | 'fapi2-message-signing' = 'fapi2') => {
    const { url } = store.placeOf(await open())
    const on = await stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url }, async provider => {
      await provider.configure(settings)
      await signBy(provider)
    })
    const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
    const kty = algorithm === 'RS256' ? ('RSA' as const) : ('EC' as const)
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: algorithm, use: 'sig', kty }
    const app = await on.addClient({ authMethod: 'private_key_jwt', jwks: { keys: [jwk] }, profile })
    const config = await configOf(on.issuer, app, openid.PrivateKeyJwt({ key: privateKey, kid: 'k1' }))
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const parameters = {
      redirect_uri: app.redirectUrls[0] ?? '',
      scope: 'openid email',
      state: 'sent',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    }
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair())
    const sign = async () => {
      const { url } = await on.decide(await openid.buildAuthorizationUrlWithPAR(config, parameters), on.session)
      return url ?? new URL('none:')
    }
    const checks = { pkceCodeVerifier, expectedState: 'sent' }
    return { ...on, app, config, parameters, DPoP, sign, checks, privateKey }
  }

  test('a FAPI 2.0 application signs users in by pushed requests with DPoP-bound tokens', async () => {
    const { config, sign, checks, DPoP, userId } = await onStage()
    const tokens = await openid.authorizationCodeGrant(config, await sign(), checks, undefined, { DPoP })
    expect(tokens.token_type).toBe('dpop')
    expect((await openid.fetchUserInfo(config, tokens.access_token, userId, { DPoP })).sub).toBe(userId)
  })

  test('a FAPI 2.0 application keeps its refresh token, which is useless without its key', async () => {
    const on = await onStage()
    Object.assign(on.parameters, { scope: 'openid offline_access', prompt: 'consent' })
    const { config, DPoP, checks } = on
    const { refresh_token: token = '' } = await openid.authorizationCodeGrant(
      config,
      await on.sign(),
      checks,
      undefined,
      { DPoP },
    )
    for (let turn = 0; turn < 2; turn++) {
      const renewed = await openid.refreshTokenGrant(config, token, undefined, { DPoP })
      expect(renewed.refresh_token ?? token).toBe(token)
      expect((await openid.fetchUserInfo(config, renewed.access_token, on.userId, { DPoP })).sub).toBe(on.userId)
      // Longer than a refresh that is repeated is answered for others.
      on.clock.now += repeatGrace + 1
    }
    await expect(openid.refreshTokenGrant(config, token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await openid.refreshTokenGrant(config, token, undefined, { DPoP })).token_type).toBe('dpop')
  })

  test('with message signing, a FAPI 2.0 application pushes only signed requests and gets only signed responses', async () => {
    const on = await onStage('ES256', 'fapi2-message-signing')
    const { config, parameters, privateKey, decide, session, checks, DPoP } = on
    const rejected = (error: string, description: string) =>
      expect.objectContaining({ error, error_description: expect.stringContaining(description) })
    await expect(openid.buildAuthorizationUrlWithPAR(config, parameters)).rejects.toEqual(
      rejected('invalid_request', 'Request Object must be used'),
    )
    const push = async (claims: Record<string, string>) => {
      const key = { key: privateKey, kid: 'k1' }
      const { searchParams } = await openid.buildAuthorizationUrlWithJAR(config, { ...parameters, ...claims }, key)
      return openid.buildAuthorizationUrlWithPAR(config, searchParams)
    }
    await expect(push({ response_mode: 'query' })).rejects.toEqual(rejected('invalid_request', 'response_mode'))
    const { url } = await decide(await push({ response_mode: 'jwt' }), session)
    expect([...(url?.searchParams.keys() ?? [])]).toEqual(['response'])
    openid.useJwtResponseMode(config)
    const led = url ?? new URL('none:')
    const tokens = await openid.authorizationCodeGrant(config, led, checks, undefined, { DPoP })
    expect(tokens.token_type).toBe('dpop')
  })

  test.each([
    ['has no beginning', { exp: 300 }],
    ['is valid for more than an hour', { nbf: 0, exp: 3_601 }],
  ])('with message signing, a pushed request that %s is rejected', async (_, times: Record<string, number>) => {
    const { app, issuer, config, parameters, privateKey } = await onStage('ES256', 'fapi2-message-signing')
    const now = Math.floor(Date.now() / 1000)
    const validity = Object.fromEntries(Object.entries(times).map(([claim, seconds]) => [claim, now + seconds]))
    const claims = { ...parameters, response_type: 'code', response_mode: 'jwt', client_id: app.id, iss: app.id }
    const request = await new SignJWT({ ...claims, aud: issuer.href, ...validity })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .sign(privateKey)
    await expect(openid.buildAuthorizationUrlWithPAR(config, { request })).rejects.toMatchObject({
      error: 'invalid_request_object',
    })
  })

  test('a FAPI 2.0 request that was not pushed is rejected', async () => {
    const { config, parameters, decide, session } = await onStage()
    const { url } = await decide(openid.buildAuthorizationUrl(config, parameters), session)
    expect(url?.searchParams.get('error')).toBe('invalid_request')
    expect(url?.searchParams.get('error_description')).toContain('Pushed Authorization Request')
  })

  test('a FAPI 2.0 application gets no unbound tokens and cannot omit PKCE', async () => {
    const { config, sign, checks, parameters } = await onStage()
    await expect(openid.authorizationCodeGrant(config, await sign(), checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const { code_challenge: _, code_challenge_method: __, ...without } = parameters
    await expect(openid.buildAuthorizationUrlWithPAR(config, without)).rejects.toMatchObject({
      error: 'invalid_request',
    })
  })

  test('a FAPI 2.0 client assertion with RS256 or another audience is rejected', async () => {
    const weak = await onStage('RS256')
    await expect(openid.buildAuthorizationUrlWithPAR(weak.config, weak.parameters)).rejects.toMatchObject({
      error: 'invalid_client',
    })
    const { issuer, app, privateKey, parameters } = await onStage()
    const misled = openid.PrivateKeyJwt(
      { key: privateKey, kid: 'k1' },
      { [openid.modifyAssertion]: (_, payload) => Object.assign(payload, { aud: 'https://other.example.org' }) },
    )
    const config = await configOf(issuer, app, misled)
    await expect(openid.buildAuthorizationUrlWithPAR(config, parameters)).rejects.toMatchObject({
      error: 'invalid_client',
    })
  })

  test('a FAPI 2.0 application is disabled while its project does not meet the profile', async () => {
    const { configure, config, parameters, decide, session } = await onStage()
    for (const lacking of [{ pushedRequests: true }, { dpop: true }]) {
      await configure({ openid: projectConfig.parse({ openid: lacking }).openid })
      const { url } = await decide(openid.buildAuthorizationUrl(config, parameters), session)
      expect([lacking, url?.searchParams.get('code') ?? null]).toEqual([lacking, null])
      await expect(openid.buildAuthorizationUrlWithPAR(config, parameters)).rejects.toThrow()
    }
  })

  test('a FAPI 2.0 application is disabled while its project signs with RS256', async () => {
    const on = await onStage()
    const { config, parameters, configure } = on
    await configure({ jwtAlgorithm: 'RS256' })
    await signBy(on)
    await expect(openid.buildAuthorizationUrlWithPAR(config, parameters)).rejects.toThrow()
  })
})
