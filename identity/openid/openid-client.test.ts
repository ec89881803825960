import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { consentPage, openAgent, openidUnderTest } from './testing/index.ts'

/** Creates an application with plain openid-client, and its user. */
const withApplication = async (given: Parameters<Awaited<ReturnType<typeof openidUnderTest>>['addClient']>[0] = {}) => {
  const provider = await openidUnderTest()
  const client = await provider.addClient(given)
  const config = await openid.discovery(provider.issuer, client.id, client.secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const { userId } = await provider.addUser('ada@example.org')
  const { session_token: session } = await provider.signIn(userId)
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const ask = async (parameters: Record<string, string> = {}) =>
    openid.buildAuthorizationUrl(config, {
      redirect_uri: client.redirectUrls[0] ?? '',
      scope: 'openid email offline_access',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...parameters,
    })
  const redeem = (url: URL) =>
    openid.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    })
  return { ...provider, client, config, userId, session, ask, redeem, state }
}

test('openid-client signs a user in: discovery, consent, tokens, userinfo, refresh', async () => {
  const { config, userId, session, ask, redeem, decide, sdk } = await withApplication()
  const asked = await ask()
  expect(asked.href).toMatch(/^http:\/\/localhost:5000\/oauth\/authorize\?/)
  const { started, url } = await decide(asked, session)
  expect(started.data).toMatchObject({
    consent_required: true,
    client: { client_name: 'Reader', verified: true, redirect_host: 'reader.example.org' },
    scope_results: [
      { scope: 'openid', is_grantable: true, description: 'Verify your identity' },
      { scope: 'email', is_grantable: true },
      { scope: 'offline_access', is_grantable: true },
    ],
  })
  if (url === null) throw new Error('Nobody was sent back.')
  const tokens = await redeem(url)
  expect(tokens.claims()).toMatchObject({ sub: userId, email: 'ada@example.org', email_verified: true, amr: ['pwd'] })
  const info = await openid.fetchUserInfo(config, tokens.access_token, userId)
  expect(info).toMatchObject({ sub: userId, email: 'ada@example.org' })
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true, sub: userId })
  await openid.tokenRevocation(config, refreshed.refresh_token ?? '')
  expect(await openid.tokenIntrospection(config, refreshed.access_token)).toEqual({ active: false })
  const again = await sdk(
    'POST',
    '/idp/oauth/authorize/start',
    { ...Object.fromEntries(asked.searchParams), scopes: ['openid', 'email'] },
    { session },
  )
  expect(again.data.consent_required).toBe(false)
})

test('openid-client receives access_denied when the user denies', async () => {
  const { session, ask, decide, state } = await withApplication()
  const { url } = await decide(await ask(), session, false)
  expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({ error: 'access_denied', state })
})

test('openid-client logs a user out and returns to the application', async () => {
  const provider = await withApplication()
  const { config, client, configure, session, ask, decide, redeem, sdk, issuer } = provider
  await configure({ authorizeUrl: consentPage })
  const { url } = await decide(await ask(), session)
  const { id_token = '' } = await redeem(url ?? new URL('none:'))
  const [home = ''] = client.postLogoutRedirectUrls
  const { search } = openid.buildEndSessionUrl(config, { post_logout_redirect_uri: home, id_token_hint: id_token })
  // An application that read the metadata while there was no page to lead to has this address.
  const leaving = new URL(`${issuer}/oauth2/logout${search}`)
  expect((await openAgent(provider, session).go(leaving, {}, home)).url.href).toBe(home)
  expect((await sdk('GET', '/users/me', undefined, { session })).status).toBe(401)
})

test('the authorization endpoint redirects to the consent page, or explains that none is set', async () => {
  const { configure, ask, config } = await withApplication()
  const { search } = await ask()
  const asked = `${config.serverMetadata().issuer}/oauth2/authorize${search}`
  await configure({ authorizeUrl: null })
  const without = await fetch(asked, { redirect: 'manual' })
  expect([without.status, await without.text()]).toEqual([404, expect.stringContaining('has no consent page')])
  await configure({ authorizeUrl: 'https://site.example.org/consent?of=us' })
  const led = await fetch(asked, { redirect: 'manual' })
  expect(led.status).toBe(303)
  expect(led.headers.get('Location')).toBe(`https://site.example.org/consent?of=us&${search.slice(1)}`)
  const metadata = await fetch(`${config.serverMetadata().issuer}/.well-known/openid-configuration`)
  expect(await metadata.json()).toMatchObject({ authorization_endpoint: 'https://site.example.org/consent?of=us' })
})
