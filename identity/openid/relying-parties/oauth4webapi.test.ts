import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { consentPage, openAgent, stage } from '../testing/index.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

test('an application signs in with oauth4webapi: consent, tokens, userinfo, refresh, introspection, revocation, log-out', async () => {
  const on = await stage()
  await on.configure({ authorizeUrl: consentPage })
  const { issuer, client, userId, sdk, session } = on
  const [redirectUri = ''] = client.redirectUrls
  const agent = openAgent(on, session)
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  const self: oauth.Client = { client_id: client.id }
  const auth = oauth.ClientSecretBasic(client.secret)

  const verifier = oauth.generateRandomCodeVerifier()
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
  const asked = new URL(as.authorization_endpoint ?? '')
  asked.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email offline_access',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    max_age: '3600',
  }).toString()
  const { url } = await agent.go(asked, {}, redirectUri)
  const callback = oauth.validateAuthResponse(as, self, url, state)
  const answer = await oauth.authorizationCodeGrantRequest(as, self, auth, callback, redirectUri, verifier, insecure)
  const tokens = await oauth.processAuthorizationCodeResponse(as, self, answer, {
    expectedNonce: nonce,
    maxAge: 3600,
    requireIdToken: true,
  })
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: userId, email: 'ada@example.org' })
  await oauth.validateApplicationLevelSignature(as, answer, insecure)

  const told = await oauth.userInfoRequest(as, self, tokens.access_token, insecure)
  expect(await oauth.processUserInfoResponse(as, self, userId, told)).toMatchObject({ email_verified: true })

  const renewing = await oauth.refreshTokenGrantRequest(as, self, auth, tokens.refresh_token ?? '', insecure)
  const renewed = await oauth.processRefreshTokenResponse(as, self, renewing)
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token)

  const isActive = async () => {
    const asking = await oauth.introspectionRequest(as, self, auth, renewed.access_token, insecure)
    return (await oauth.processIntrospectionResponse(as, self, asking)).active
  }
  expect(await isActive()).toBe(true)
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(as, self, auth, renewed.refresh_token ?? '', insecure),
  )
  expect(await isActive()).toBe(false)

  const leaving = new URL(as.end_session_endpoint ?? '')
  const [home = ''] = client.postLogoutRedirectUrls
  leaving.search = new URLSearchParams({
    client_id: client.id,
    post_logout_redirect_uri: home,
    id_token_hint: tokens.id_token ?? '',
    state: 'bye',
  }).toString()
  expect((await agent.go(leaving, {}, home)).url.href).toBe(`${home}?state=bye`)
  expect((await sdk('GET', '/users/me', undefined, { session })).status).toBe(401)
})
