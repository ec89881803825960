import { describeStore } from '@corroborate/server-kit/testing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { back, stage } from './testing/index.ts'

// What a project's consent page calls, for people who are asked and for strangers who would answer for them.

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
    /** The answer as a form of a page at `from`, in the name of whoever `fields` say. */
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

  test('redirect URI by exact match: of addresses that only look like the registered one none is taken', async () => {
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

  test('open redirect on error: whatever else is wrong, nobody is sent to an address that is not registered', async () => {
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
    expect([status, data.redirect_uri]).toEqual([403, undefined])
  })

  test('prompt=none: is told who has to log in and what is missing, when nobody is to be asked', async () => {
    const { asked, session, decide, submit } = await onStage()
    const silent = (as: string | null, scope = 'openid email') => submit(scope.split(' '), as, { prompt: 'none' })
    expect(errorOf(await silent(null))).toBe('login_required')
    expect(errorOf(await silent(session))).toBe('consent_required')
    await decide(asked({ scope: 'openid email' }), session)
    expect((await silent(session)).data.authorization_code).toMatch(/^[\w-]{40,}$/)
    expect(errorOf(await silent(session, 'openid email phone'))).toBe('consent_required')
  })

  test.each([
    ['an implicit answer', { response_type: 'token' }, 'unsupported_response_type'],
    ['a hybrid answer', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['an answer as a form', { response_mode: 'form_post' }, 'invalid_idp_authorization_request'],
    ['an answer as a message', { response_mode: 'web_message' }, 'invalid_idp_authorization_request'],
    ['a request object', { request: 'e30.e30.' }, 'invalid_idp_authorization_request'],
    [
      'a request object elsewhere',
      { request_uri: 'https://evil.example/request' },
      'invalid_idp_authorization_request',
    ],
    ['PKCE plain', { code_challenge_method: 'plain' }, 'invalid_idp_authorization_request'],
    ['PKCE of 20 characters', { code_challenge: 'A'.repeat(20) }, 'invalid_idp_authorization_request'],
  ])('%s is refused', async (_, given, errorType) => {
    const { start, count } = await onStage()
    const { status, json } = await start(given)
    expect([status, json.error_type]).toEqual([400, errorType])
    expect(await count('openid_requests')).toBe(0)
  })

  test('PKCE missing is refused, and the application is told', async () => {
    const { decide, asked, session } = await onStage()
    const url = asked()
    url.searchParams.delete('code_challenge')
    const { url: answer } = await decide(url, session)
    expect(answer?.searchParams.get('error')).toBe('invalid_request')
    expect(answer?.searchParams.get('code')).toBeNull()
  })

  test('what was not shown to this session, more than was shown, and the same twice cannot be answered', async () => {
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

  test('CSRF: a consent form of another session, of nobody and of a stranger’s page is refused; clickjacking: frame-ancestors none', async () => {
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

  test('log-out of somebody else is refused, and leads to registered addresses alone', async () => {
    const { sdk, client, session, newCode, redeem, signIn, addUser, addClient, clock, userId } = await onStage()
    const { json } = await redeem(await newCode())
    const home = client.postLogoutRedirectUrls[0] ?? ''
    const hint = { id_token_hint: json.id_token ?? '' }
    const logOut = (given: Record<string, string>, as: string | null = session) =>
      sdk(
        'POST',
        '/oauth/logout/start',
        { client_id: client.id, post_logout_redirect_uri: home, state: 's', ...given },
        { session: as },
      )
    expect((await logOut({})).data).toMatchObject({ consent_required: true, redirect_uri: `${home}?state=s` })
    expect((await logOut(hint)).data.consent_required).toBe(false)
    const { session_token: bob } = await signIn((await addUser('bob@example.org')).userId)
    expect((await logOut(hint, bob)).json.error_type).toBe('invalid_id_token_hint')
    expect((await logOut({ id_token_hint: `${json.id_token}x` })).json.error_type).toBe('invalid_id_token_hint')
    const other = await addClient({ name: 'Other' })
    expect((await logOut({ ...hint, client_id: other.id })).json.error_type).toBe('invalid_id_token_hint')
    for (const post_logout_redirect_uri of ['https://evil.example/', `${home}x`, 'https://reader.example.org']) {
      const { status, data } = await logOut({ post_logout_redirect_uri })
      expect([status, data.redirect_uri]).toEqual([400, undefined])
    }
    expect((await sdk('GET', '/users/me', undefined, { session: bob })).status).toBe(200)
    // Whom it names stays true when it has expired.
    clock.now += 2 * 60 * 60_000
    const { session_token: later } = await signIn(userId)
    expect((await logOut(hint, later)).data.consent_required).toBe(false)
  })
})
