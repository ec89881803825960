import { describeStore } from '@corroborate/server-kit/testing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { answerIn } from './authorize/run.ts'
import { back, stage } from './testing/index.ts'

// Consent page endpoints, for the deciding users and for attackers who try to decide for them.

/** Addresses that some parser takes for the registered one, and that are another. */
const tricks = [
  `${back}/`,
  `${back}?x=1`,
  `${back}?`,
  `${back}#`,
  'HTTPS://reader.example.org/back',
  'https://READER.example.org/back',
  'https://reader.example.org:443/back',
  'https://reader.example.org:8443/back',
  'https://reader.example.org/./back',
  'https://reader.example.org/x/../back',
  'https://reader.example.org/b%61ck',
  'https://reader.example.org//back',
  'https://reader.example.org/Back',
  'https://reader.example.org/back%2f',
  'https://reader.example.org\\@evil.example/back',
  'https://reader.example.org@evil.example/back',
  'https://user@reader.example.org/back',
  'https://reader.example.org.evil.example/back',
  'https://reader。example.org/back',
  'https://evil.example/back',
  'http://reader.example.org/back',
  '//reader.example.org/back',
  'https:reader.example.org/back',
  ` ${back}`,
  `${back} `,
  'javascript:alert(1)',
  'https://reader.example.org/back%0d%0aSet-Cookie:x',
]

/** The page of the project, from which its forms come. */
const page = 'http://localhost:5000'

describeStore<Tables>('a consent page', migrations, (open, store) => {
  const onStage = async () => {
    const { url } = store.placeOf(await open())
    const on = await stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    const { identity, origin, asked, publicToken, session, sdk } = on
    /** Posts the decision form from a page at `from`, with credentials from `fields`. */
    const post = (from: string | null, fields: Record<string, string>, request: Record<string, string> = {}) =>
      identity.app.request(`${origin}/sdk/v1/oauth/authorize`, {
        method: 'POST',
        body: new URLSearchParams({
          ...Object.fromEntries(asked(request).searchParams),
          consent_granted: 'true',
          ...fields,
        }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(from !== null && { Origin: from }) },
      })
    const nameOf = (as: string | null) => ({ __Authorization: formatAuthorization({ publicToken, sessionToken: as }) })
    const submit = (scopes: string[], as: string | null, given: object = {}) => {
      const { scope: _, ...body } = Object.fromEntries(asked().searchParams)
      const answer = { ...body, ...given, scopes, consent_granted: true }
      return sdk('POST', '/idp/oauth/authorize/submit', answer, { session: as })
    }
    return { ...on, post, nameOf, submit, own: nameOf(session) }
  }
  const errorOf = ({ data }: { data: Record<string, unknown> }) =>
    URL.parse(String(data.redirect_uri))?.searchParams.get('error')

  test('redirect URI matching is exact: look-alikes of the registered one are rejected', async () => {
    const { start, sdk, count, session } = await onStage()
    for (const redirect_uri of tricks) {
      const { status, json } = await start({ redirect_uri })
      expect([redirect_uri, status, json.error_type]).toEqual([
        redirect_uri,
        400,
        'connected_app_supplied_redirect_url_not_found_in_client',
      ])
    }
    const stranger = { client_id: 'nobody', redirect_uri: back }
    const { json } = await sdk('POST', '/oauth/authorize/start', stranger, { session })
    expect(json).toMatchObject({ status_code: 404, error_type: 'connected_app_not_found' })
    expect(await count('openid_requests')).toBe(0)
  })

  test('no open redirect: an invalid request never redirects to an unregistered URI', async () => {
    const { post, own, start, submit, session, nameOf } = await onStage()
    const evil = { redirect_uri: 'https://evil.example/back' }
    for (const wrong of [{}, { response_type: 'token' }, { prompt: 'none' }, { scope: 'nonsense' }, { request: 'x' }]) {
      const { status, data } = await start({ ...evil, ...wrong })
      expect([wrong, status, data.redirect_uri]).toEqual([wrong, 400, undefined])
      for (const fields of [own, { ...own, consent_granted: 'false' }, nameOf(null)]) {
        const answer = await post(page, fields, { ...evil, ...wrong })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect([wrong, answer.headers.get('Location')]).toEqual([wrong, null])
        expect(await answer.text()).not.toContain('href="https://evil')
      }
    }
    const { status, data } = await submit(['openid'], session, evil)
    expect([status, data.redirect_uri]).toEqual([400, undefined])
  })

  test('prompt=none returns login_required or consent_required without asking', async () => {
    const { asked, session, decide, submit } = await onStage()
    const silent = (as: string | null, scope = 'openid email') => submit(scope.split(' '), as, { prompt: 'none' })
    expect(errorOf(await silent(null))).toBe('login_required')
    expect(errorOf(await silent(session))).toBe('consent_required')
    await decide(asked({ scope: 'openid email' }), session)
    expect((await silent(session)).data.authorization_code).toMatch(/^[\w-]{40,}$/)
    expect(errorOf(await silent(session, 'openid email phone'))).toBe('consent_required')
  })

  test('a decision for a request that needed no consent does not grant revoked consent', async () => {
    const { asked, session, decide, start, submit, sdk, client } = await onStage()
    await decide(asked({ scope: 'openid email' }), session)
    expect((await start({ scope: 'openid email' })).data.consent_required).toBe(false)
    expect((await sdk('POST', `/users/connected_apps/${client.id}/revoke`, undefined, { session })).status).toBe(200)
    const answer = await submit(['openid', 'email'], session)
    expect([answer.json.error_type, answer.data.authorization_code]).toEqual([
      'idp_authorization_not_started',
      undefined,
    ])
  })

  test.each([
    ['an implicit answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['a hybrid answer', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['an answer as a message', { response_mode: 'web_message' }, 'unsupported_response_mode'],
    ['a request object', { request: 'e30.e30.' }, 'invalid_request_object'],
    ['a signed request object', { request: `e30.${'A'.repeat(8_000)}.AA` }, 'invalid_request_object'],
    ['a request object elsewhere', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported'],
    ['a registration in the request', { registration: '{}' }, 'registration_not_supported'],
    ['an age that is no number', { max_age: 'soon' }, 'invalid_request'],
    ['an age below zero', { max_age: '-1' }, 'invalid_request'],
    ['a prompt that we do not know', { prompt: 'dance' }, 'invalid_request'],
    ['a silent prompt that asks', { prompt: 'none login' }, 'invalid_request'],
    ['claims that cannot be read', { claims: '{' }, 'invalid_request'],
    ['PKCE plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE of 20 characters', { code_challenge: 'A'.repeat(20) }, 'invalid_request'],
  ])('%s is rejected with an error at the redirect URI', async (_, given: Record<string, string>, error) => {
    const { start, count, submit, session } = await onStage()
    const { status, data } = await start(given)
    expect([status, data.consent_required]).toEqual([200, false])
    const told = String(data.redirect_uri)
    expect(told).toMatch(/^https:\/\/reader\.example\.org\/back[?#]/)
    expect(Object.fromEntries(answerIn(told))).toMatchObject({ error, state: 'sent' })
    expect(await count('openid_requests')).toBe(0)
    // Published clients redirect immediately with `prompt=none`.
    expect((await submit(['openid'], session, given)).data.redirect_uri).toContain(`error=${error}`)
    // Logged-out users are not redirected, except for a silent request.
    const stranger = await start(given, null)
    expect(stranger.data.redirect_uri === undefined).toBe(given.prompt !== 'none login')
    if (given.prompt !== 'none login') {
      expect(stranger.data).toMatchObject({ login_required: true, consent_required: true })
    }
    // Nothing comes of it: nothing is offered.
    for (const shown of [data, stranger.data]) {
      expect(shown).toMatchObject({ grantable_scope: '', ungrantable_scope: '', scope_results: [] })
    }
  })

  test('a request object with an unknown application or redirect URI is rejected without a redirect', async () => {
    const { start } = await onStage()
    for (const given of [{ client_id: 'nobody' }, { redirect_uri: 'https://evil.example/back' }]) {
      const { status, data } = await start({ request: 'e30.e30.', ...given })
      expect([given, status, data.redirect_uri]).toEqual([given, expect.any(Number), undefined])
      expect(status).toBeGreaterThanOrEqual(400)
    }
  })

  test('a signed-out user sees the application’s name; an unknown application or redirect URI is rejected first', async () => {
    const { start, count } = await onStage()
    const { status, data } = await start({}, null)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      login_required: true,
      consent_required: true,
      oidc_client: { client_name: 'Reader', redirect_host: 'reader.example.org' },
    })
    expect((await start({ client_id: 'nobody' }, null)).json.error_type).toBe('connected_app_not_found')
    expect((await start({ redirect_uri: 'https://evil.example/back' }, null)).json.error_type).toBe(
      'connected_app_supplied_redirect_url_not_found_in_client',
    )
    expect(await count('openid_requests')).toBe(0)
  })

  test('an id_token_hint of another user or an unmet acr returns login_required to the application', async () => {
    const { start, session, decide, asked, redeem, signIn, addUser, userId } = await onStage()
    const { url } = await decide(asked(), session)
    const { json } = await redeem(url?.searchParams.get('code') ?? '')
    const { session_token: bob } = await signIn((await addUser('bob@example.org')).userId)
    const errorFor = async (given: Record<string, string>, as: string) => errorOf(await start(given, as))
    const claims = (id_token: object) => ({ claims: JSON.stringify({ id_token }) })
    const strong = 'urn:corroborate:acr:2fa'
    expect(await errorFor({ id_token_hint: json.id_token ?? '' }, bob)).toBe('login_required')
    expect(await errorFor({ id_token_hint: json.id_token ?? '' }, session)).toBeUndefined()
    expect(await errorFor(claims({ sub: { value: userId } }), bob)).toBe('login_required')
    expect(await errorFor(claims({ sub: { value: userId } }), session)).toBeUndefined()
    for (const acr of [
      { essential: true, value: strong },
      { essential: true, values: [strong, 'x'] },
    ]) {
      expect(await errorFor(claims({ acr }), session)).toBe('unmet_authentication_requirements')
    }
    for (const acr of [null, { value: strong }, { essential: true, values: [strong, 'urn:corroborate:acr:1fa'] }]) {
      expect(await errorFor(claims({ acr }), session)).toBeUndefined()
    }
  })

  test('a request without PKCE is rejected with an error at the redirect URI', async () => {
    const { decide, asked, session } = await onStage()
    const url = asked()
    url.searchParams.delete('code_challenge')
    const { url: answer } = await decide(url, session)
    expect(answer?.searchParams.get('error')).toBe('invalid_request')
    expect(answer?.searchParams.get('code')).toBeNull()
  })

  test('a decision is rejected for a request not shown to the session, for extra scopes, and when repeated', async () => {
    const { sdk, asked, session, signIn, addUser, count, submit } = await onStage()
    const { scope: _, ...body } = Object.fromEntries(asked().searchParams)
    const begin = (scopes: string[]) => sdk('POST', '/idp/oauth/authorize/start', { ...body, scopes }, { session })
    expect((await submit(['openid'], session)).json.error_type).toBe('idp_authorization_not_started')
    await begin(['openid'])
    const { session_token: bob } = await signIn((await addUser('bob@example.org')).userId)
    expect((await submit(['openid'], bob)).json.error_type).toBe('idp_authorization_not_started')
    expect((await submit(['openid', 'email'], session)).json.error_type).toBe('idp_authorization_not_started')
    expect(await count('openid_consents')).toBe(0)
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(['openid'], session)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await count('openid_consents')).toBe(1)
    const more = await begin(['openid', 'email'])
    expect(more.data.consent_required).toBe(true)
  })

  test('CSRF: consent forms of foreign sessions and pages are rejected; clickjacking: frame-ancestors none', async () => {
    const { start, count, post, own, nameOf, signIn, addUser } = await onStage()
    await start({})
    const { session_token: mallory } = await signIn((await addUser('mallory@example.org')).userId)
    for (const [from, fields, status] of [
      ['https://evil.example', own, 403],
      ['null', own, 403],
      [null, own, 403],
      [page, {}, 400],
      [page, nameOf(null), 401],
      [page, nameOf(mallory), 403],
      [page, { __Authorization: 'Basic !!!' }, 401],
    ] as const) {
      const answer = await post(from, fields)
      expect([from, fields, answer.status, answer.headers.get('Location')]).toEqual([from, fields, status, null])
      expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    }
    expect(await count('openid_consents')).toBe(0)
    const answer = await post(page, own)
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/reader\.example\.org\/back\?code=[\w-]+&state=sent&iss=/),
    ])
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  })
})
