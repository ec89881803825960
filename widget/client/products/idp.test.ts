import { parseAuthorization } from '@corroborate/wire/authorization'
import { expect, onTestFinished, test, vi } from 'vitest'
import { authResult, createWorld, ok, publicToken, refusal } from '../testing/index.ts'

const asked = {
  client_id: 'connected-app-1',
  redirect_uri: 'https://reader.example.org/back',
  response_type: 'code',
  state: 'sent',
}

const signedIn = async () => {
  const world = createWorld()
  world.provider.answer('POST /passwords/authenticate', () => ok(authResult()))
  const { client } = world.open({ baseUrl: 'http://localhost:5001' })
  await client.passwords.authenticate({ email: 'ada@example.org', password: 'secret', session_duration_minutes: 60 })
  return { ...world, client }
}

/** A page as far as a form needs one; gives the forms that were sent. */
const openPage = () => {
  type Element = { fields: Element[]; name?: string; value?: string; action?: string; method?: string }
  const sent: { action: string | undefined; method: string | undefined; fields: Record<string, string> }[] = []
  const page: Element[] = []
  const element = (): Element => {
    const fields: Element[] = []
    const self: Element = { fields }
    return Object.assign(self, {
      append: (field: Element) => fields.push(field),
      submit: () => {
        // A browser sends no form that is not in the page.
        if (!page.includes(self)) return
        const entries = fields.map(({ name = '', value = '' }) => [name, value])
        sent.push({ action: self.action, method: self.method, fields: Object.fromEntries(entries) })
      },
    })
  }
  vi.stubGlobal('document', { createElement: element, body: { append: (form: Element) => page.push(form) } })
  onTestFinished(() => void vi.unstubAllGlobals())
  return sent
}

test('a request with a scopes list uses the newer endpoint’s format, and so does its response', async () => {
  const { client, provider } = await signedIn()
  provider.answer('POST /idp/oauth/authorize/start', () => ok({ consent_required: true, scope_results: [] }))
  provider.answer('POST /idp/oauth/authorize/submit', () => ok({ redirect_uri: `${asked.redirect_uri}?code=1` }))
  const request = { ...asked, scopes: ['openid', 'email'] }
  expect((await client.idp.oauthAuthorizeStart(request)).consent_required).toBe(true)
  const { redirect_uri } = await client.idp.oauthAuthorizeSubmit({ ...request, consent_granted: true })
  expect(redirect_uri).toBe(`${asked.redirect_uri}?code=1`)
  expect(provider.asked('POST /idp/oauth/authorize/start').map(({ body, secret }) => [body, secret])).toEqual([
    [request, 'token-1'],
  ])
  expect(provider.asked('POST /idp/oauth/authorize/submit').map(({ body, secret }) => [body, secret])).toEqual([
    [{ ...request, consent_granted: true }, 'token-1'],
  ])
})

test('a request with a scopes string uses the format of clients up to 5.18 and responds by form', async () => {
  const sent = openPage()
  const { client, provider } = await signedIn()
  provider.answer('POST /oauth/authorize/start', () => ok({ consent_required: true, grantable_scope: 'openid' }))
  const request = { ...asked, scope: 'openid email' }
  expect((await client.idp.oauthAuthorizeStart(request)).grantable_scope).toBe('openid')
  expect(provider.asked('POST /oauth/authorize/start').map(({ body }) => body)).toEqual([request])

  await client.idp.oauthAuthorizeSubmit({ ...request, nonce: undefined, consent_granted: false })
  expect(sent).toHaveLength(1)
  const [{ action, method, fields } = { action: '', method: '', fields: {} as Record<string, string> }] = sent
  expect([action, method]).toEqual(['http://localhost:5001/sdk/v1/oauth/authorize', 'post'])
  expect(fields).toMatchObject({ ...request, consent_granted: 'false' })
  expect(fields).not.toHaveProperty('nonce')
  // Forms have no headers: a field carries the credentials.
  expect(parseAuthorization(fields.__Authorization ?? '')).toEqual({ publicToken, sessionToken: 'token-1' })
})

test('provider errors are passed to the caller', async () => {
  const { client, provider } = await signedIn()
  provider.answer('POST /idp/oauth/authorize/start', () => refusal('connected_app_not_found'))
  await expect(client.idp.oauthAuthorizeStart({ ...asked, scopes: ['openid'] })).rejects.toMatchObject({
    error_type: 'connected_app_not_found',
  })
})

test('starting an application log-out ends no session', async () => {
  const { client, provider } = await signedIn()
  const request = { client_id: asked.client_id, post_logout_redirect_uri: 'https://reader.example.org/' }
  provider.answer('POST /oauth/logout/start', () => ok({ consent_required: true, redirect_uri: 'https://x.example/' }))
  expect(await client.idp.oauthLogoutStart(request)).toMatchObject({ consent_required: true })
  expect(provider.asked('POST /oauth/logout/start').map(({ body }) => body)).toEqual([request])
  expect(client.session.getTokens()?.session_token).toBe('token-1')
})

test('a signed-in user lists and revokes authorized applications', async () => {
  const { client, provider } = await signedIn()
  provider.answer('GET /users/connected_apps', () => ok({ connected_apps: [{ connected_app_id: 'app/1' }] }))
  provider.answer('POST /users/connected_apps/app%2F1/revoke', () => ok({}))
  const { connected_apps } = await client.user.getConnectedApps()
  expect(connected_apps).toEqual([{ connected_app_id: 'app/1' }])
  await client.user.revokedConnectedApp('app/1')
  expect(provider.asked('POST /users/connected_apps/app%2F1/revoke')).toHaveLength(1)
  await expect(client.user.revokedConnectedApp('')).rejects.toThrow('id')
  // The response has no user data, so the known user is kept.
  expect(client.user.getSync()?.user_id).toBe('user-test-1')
})
