import { createRemoteJWKSet, decodeJwt, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { answerIn } from './authorize/run.ts'
import { back, stage } from './testing/index.ts'

// Signed authorization requests (JAR, RFC 9101) and signed authorization responses (JARM).

/** Creates an application with its own key, and the openid-client configuration for signing with it. */
const onStage = async () => {
  const on = await stage()
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig', kty: 'EC' as const }
  const app = await on.addClient({ authMethod: 'private_key_jwt', jwks: { keys: [jwk] } })
  const execute = [openid.allowInsecureRequests]
  const proof = openid.PrivateKeyJwt({ key: privateKey, kid: 'k1' })
  const config = await openid.discovery(on.issuer, app.id, undefined, proof, { execute })
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const parameters = {
    redirect_uri: back,
    scope: 'openid email',
    state: 'sent',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  }
  /** Signs a request object with any content, by the library or manually. */
  const signed = (claims: object, { key = privateKey, audience = on.issuer.href, until = '5 minutes' } = {}) =>
    new SignJWT({ client_id: app.id, response_type: 'code', ...parameters, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'oauth-authz-req+jwt' })
      .setIssuer(app.id)
      .setAudience(audience)
      .setNotBefore('0 seconds')
      .setExpirationTime(until)
      .sign(key)
  const addressOf = (request: string, beside: Record<string, string> = {}): URL => {
    const url = new URL('http://localhost/oauth/authorize')
    url.search = new URLSearchParams({ client_id: app.id, request, ...beside }).toString()
    return url
  }
  const checks = { pkceCodeVerifier, expectedState: 'sent' }
  return { ...on, app, config, parameters, privateKey, signed, addressOf, checks }
}

/** The scopes that a person is shown. */
const scopesOf = ({ scope_results }: Record<string, unknown>): string[] =>
  (scope_results as { scope: string }[]).map(({ scope }) => scope)

test('discovery announces signed requests and responses', async () => {
  const { issuer } = await stage()
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  expect(metadata).toMatchObject({
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    request_object_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    authorization_signing_alg_values_supported: ['RS256'],
    response_modes_supported: expect.arrayContaining(['jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt']),
  })
})

test('a signed request signs a user in, shows its content, and remembers consent', async () => {
  const { config, parameters, privateKey, decide, session, checks, userId } = await onStage()
  const url = await openid.buildAuthorizationUrlWithJAR(config, parameters, { key: privateKey, kid: 'k1' })
  const { started, url: led } = await decide(url, session)
  expect(started.data.consent_required).toBe(true)
  expect(scopesOf(started.data)).toEqual(['openid', 'email'])
  const tokens = await openid.authorizationCodeGrant(config, led ?? new URL('none:'), checks)
  expect(tokens.claims()?.sub).toBe(userId)
  const again = await openid.buildAuthorizationUrlWithJAR(config, parameters, { key: privateKey, kid: 'k1' })
  expect((await decide(again, session)).started.data.consent_required).toBe(false)
})

test('parameters outside a signed request are ignored', async () => {
  const { signed, addressOf, decide, session } = await onStage()
  const beside = { scope: 'openid phone offline_access', state: 'outside', nonce: 'outside', prompt: 'none' }
  const { started, url } = await decide(addressOf(await signed({}), beside), session)
  expect(started.data.consent_required).toBe(true)
  expect(scopesOf(started.data)).toEqual(['openid', 'email'])
  expect(url?.searchParams.get('state')).toBe('sent')
  expect(url?.searchParams.get('code')).toBeTruthy()
})

test('prompt=none in a signed request is answered without user interaction', async () => {
  const { signed, addressOf, decide, session } = await onStage()
  const silent = async () => {
    const { url, started } = await decide(addressOf(await signed({ prompt: 'none' })), session)
    return url ?? new URL(String(started.data.redirect_uri))
  }
  expect((await silent()).searchParams.get('error')).toBe('consent_required')
  await decide(addressOf(await signed({})), session)
  expect((await silent()).searchParams.get('code')).toBeTruthy()
})

test.each<[string, (on: Awaited<ReturnType<typeof onStage>>) => Promise<string>]>([
  ['signed by another key', async on => on.signed({}, { key: (await generateKeyPair('ES256')).privateKey })],
  ['for another provider', on => on.signed({}, { audience: 'https://other.example.org' })],
  ['that has expired', on => on.signed({}, { until: '2 minutes ago' })],
  ['of another application', on => on.signed({ client_id: 'connected-app-test-other' })],
  ['within which is another', async on => on.signed({ request: await on.signed({}) })],
  [
    'that is unsigned',
    async ({ app, parameters }) => {
      const [header, body] = [{ alg: 'none' }, { ...parameters, client_id: app.id, iss: app.id }].map(part =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      )
      return `${header}.${body}.`
    },
  ],
  [
    'signed with the hash of a secret',
    async ({ app, parameters }) =>
      new SignJWT({ ...parameters, client_id: app.id, iss: app.id })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(app.secretHash ?? 'x'.repeat(32))),
  ],
  ['that is none', async () => 'none'],
])('a request object %s is rejected', async (_, made) => {
  const on = await onStage()
  const request = await made(on)
  const { started, url } = await on.decide(on.addressOf(request), on.session)
  expect([started.status, url]).toEqual([expect.any(Number), null])
  expect(started.status).toBeGreaterThanOrEqual(400)
  expect(await on.count('openid_requests')).toBe(0)
})

test('an unregistered redirect URI in a request object is never used', async () => {
  const { signed, addressOf, decide, session } = await onStage()
  const { started, url } = await decide(addressOf(await signed({ redirect_uri: 'https://evil.example/' })), session)
  expect([started.json.error_type, url]).toEqual(['connected_app_supplied_redirect_url_not_found_in_client', null])
})

test.each([
  ['jwt', '?'],
  ['query.jwt', '?'],
  ['fragment.jwt', '#'],
])('response_mode %s returns a single signed parameter', async (response_mode, mark) => {
  const on = await stage()
  const { url, submitted } = await on.decide(on.asked({ response_mode, scope: 'openid' }), on.session)
  expect(url?.href.startsWith(`${back}${mark}response=`)).toBe(true)
  const response = new URLSearchParams(url?.href.split(mark)[1]).get('response') ?? ''
  const keys = createRemoteJWKSet(new URL(`${on.issuer}/.well-known/jwks.json`))
  const { payload } = await jwtVerify(response, keys, { issuer: on.issuer.href, audience: on.client.id })
  expect(payload).toMatchObject({ code: expect.any(String), state: 'sent' })
  // The contract names the code of a submitted authorization.
  expect(submitted.data.authorization_code).toBe(payload.code)
  expect((await on.redeem(String(payload.code))).status).toBe(200)
  const { url: denied } = await on.decide(on.asked({ response_mode, scope: 'openid email' }), on.session, false)
  expect(Object.fromEntries(answerIn(denied?.href ?? ''))).toMatchObject({ error: 'access_denied', state: 'sent' })
})

test('a signed response can be posted', async () => {
  const on = await stage()
  const { url } = await on.decide(on.asked({ response_mode: 'form_post.jwt', scope: 'openid' }), on.session)
  const page = await (await fetch(url ?? '')).text()
  const response = /name="response" value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(decodeJwt(response)).toMatchObject({ code: expect.any(String), state: 'sent', aud: on.client.id })
  expect(page).not.toContain('name="code"')
})

test('openid-client reads a signed response to a signed request', async () => {
  const { config, parameters, privateKey, decide, session, checks } = await onStage()
  openid.useJwtResponseMode(config)
  const url = await openid.buildAuthorizationUrlWithJAR(config, parameters, { key: privateKey, kid: 'k1' })
  const { url: led } = await decide(url, session)
  expect((await openid.authorizationCodeGrant(config, led ?? new URL('none:'), checks)).access_token).toBeTruthy()
})
