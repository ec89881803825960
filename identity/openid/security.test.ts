import { describeStore } from '@corroborate/server-kit/testing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { describe, expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { createProject } from '../projects/index.ts'
import { back, openidUnderTest, stage } from './testing/index.ts'

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

describeStore<Tables>('an OpenID provider', migrations, (open, store) => {
  const onStage = async () => {
    const { url } = store.placeOf(await open())
    return stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }

  test('answers at registered addresses alone, to the letter, and sends nobody anywhere else', async () => {
    const { start, sdk, count, session, asked } = await onStage()
    for (const redirect_uri of tricks) {
      const { status, json } = await start({ redirect_uri })
      expect([redirect_uri, status, json.error_type]).toEqual([
        redirect_uri,
        400,
        'connected_app_supplied_redirect_url_not_found_in_client',
      ])
    }
    const stranger = await sdk(
      'POST',
      '/oauth/authorize/start',
      { client_id: 'nobody', redirect_uri: back },
      { session },
    )
    expect(stranger.json).toMatchObject({ status_code: 404, error_type: 'connected_app_not_found' })
    expect(asked().searchParams.get('redirect_uri')).toBe(back)
    expect(await count('openid_requests')).toBe(0)
  })

  test('takes a code once, from its own client, with its own verifier and address', async () => {
    const { newCode, redeem, addClient, isActive, refresh } = await onStage()
    const other = await addClient({ name: 'Other' })
    const code = await newCode()
    for (const [given, as] of [
      [{}, other],
      [{ code_verifier: 'A'.repeat(43) }, undefined],
      [{ code_verifier: '' }, undefined],
      [{ redirect_uri: `${back}/` }, undefined],
      [{}, { ...other, secret: 'wrong' }],
    ] as const) {
      const { status, json } = await redeem(code, given, as)
      expect(['invalid_grant', 'invalid_client', 'invalid_request']).toContain(json.error)
      expect(status).toBeGreaterThanOrEqual(400)
    }
    const first = await redeem(code)
    expect([first.status, await isActive(first.json.access_token)]).toEqual([200, true])
    const replayed = await redeem(code)
    expect(replayed.json.error).toBe('invalid_grant')
    expect(await isActive(first.json.access_token)).toBe(false)
    expect((await refresh(first.json.refresh_token)).json.error).toBe('invalid_grant')
  })

  test('of twenty redemptions at once gives tokens to one at most, and takes them back', async () => {
    const { newCode, redeem, refresh, isActive } = await onStage()
    const code = await newCode()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)))
    const given = answers.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    expect(await isActive(given[0]?.json.access_token)).toBe(false)
    const tokens = await redeem(await newCode())
    const refreshed = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.json.refresh_token)))
    const won = refreshed.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(await isActive(won[0]?.json.access_token)).toBe(false)
  })

  test('a refresh token that is used twice ends its family', async () => {
    const { newCode, redeem, refresh, isActive, addClient } = await onStage()
    const { json } = await redeem(await newCode())
    const other = await addClient({ name: 'Other' })
    expect((await refresh(json.refresh_token, other)).json.error).toBe('invalid_grant')
    expect((await refresh(json.refresh_token, { ...other, id: 'x' })).json.error).toBe('invalid_client')
    const second = await refresh(json.refresh_token)
    expect(await isActive(second.json.access_token)).toBe(true)
    expect((await refresh(json.refresh_token)).json.error).toBe('invalid_grant')
    expect((await refresh(second.json.refresh_token)).json.error).toBe('invalid_grant')
    expect(await isActive(second.json.access_token)).toBe(false)
  })

  test('ends what is bound to a session with it, and lets offline access last until it is revoked', async () => {
    const { newCode, redeem, sdk, session, isActive, refresh, userId, signIn } = await onStage()
    const bound = await redeem(await newCode({ scope: 'openid email' }))
    expect(await isActive(bound.json.access_token)).toBe(true)
    const { session_token: another } = await signIn(userId)
    await sdk('POST', '/sessions/revoke', undefined, { session })
    expect(await isActive(bound.json.access_token)).toBe(false)
    expect(bound.json.refresh_token).toBeUndefined()
    expect((await sdk('GET', '/users/me', undefined, { session: another })).status).toBe(200)
    expect((await refresh('none')).json.error).toBe('invalid_grant')
  })

  test('knows nothing of another project, nor of the token of another client', async () => {
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
    expect((await fetch(`${issuer}/oauth2/userinfo`, { headers: bearer })).status).toBe(200)
    expect((await fetch(`${issuer}/oauth2/userinfo?access_token=${json.access_token}`)).status).toBeGreaterThanOrEqual(
      400,
    )
    expect(await isActive(json.access_token, await addClient({ name: 'Curious' }))).toBe(false)
  })

  test('gives tokens for an API to clients that may have them, and for no other', async () => {
    const { configure, addClient, newCode, redeem, isActive, issuer } = await onStage()
    const resource = 'https://api.example.org/'
    const openid = {
      ...(await defaults()),
      resources: [{ resource, scopes: ['read'], format: 'opaque' as const, forAnyApp: false }],
    }
    await configure({ openid })
    const api = await addClient({ name: 'API', serves: [resource] })
    const allowed = await addClient({ name: 'App', resources: [resource], scopes: ['openid', 'read'] })
    const code = await newCode({ resource, scope: 'openid read' }, allowed)
    const { json } = await redeem(code, {}, allowed)
    expect(json.scope).toContain('read')
    expect(await isActive(json.access_token, api)).toBe(true)
    const bearer = { Authorization: `Bearer ${json.access_token}` }
    expect([401, 403]).toContain((await fetch(`${issuer}/oauth2/userinfo`, { headers: bearer })).status)
    const again = await newCode({ scope: 'openid read' }, allowed)
    const elsewhere = await redeem(again, { resource: 'https://other.example.org/' }, allowed)
    expect(elsewhere.json.error).toBe('invalid_target')
  })
})

const defaults = async () => {
  const { projectConfig } = await import('../projects/index.ts')
  return projectConfig.parse({}).openid
}

describe('a consent page', () => {
  test('is told who has to log in and what is missing, when nobody is to be asked', async () => {
    const { sdk, asked, session, decide } = await stage({})
    const silent = (as: string | null, scope = 'openid email') => {
      const { scope: _, ...body } = Object.fromEntries(asked({ prompt: 'none' }).searchParams)
      return sdk(
        'POST',
        '/idp/oauth/authorize/submit',
        { ...body, scopes: scope.split(' '), consent_granted: true },
        { session: as },
      )
    }
    const errorOf = ({ data }: { data: Record<string, unknown> }) =>
      URL.parse(String(data.redirect_uri))?.searchParams.get('error')
    expect(errorOf(await silent(null))).toBe('login_required')
    expect(errorOf(await silent(session))).toBe('consent_required')
    await decide(asked({ scope: 'openid email' }), session)
    expect((await silent(session)).data.authorization_code).toMatch(/^[\w-]{40,}$/)
    expect(errorOf(await silent(session, 'openid email phone'))).toBe('consent_required')
  })

  test('is refused requests of kinds that we do not take', async () => {
    const { start, count } = await stage({})
    for (const [given, errorType] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'code id_token' }, 'unsupported_response_type'],
      [{ response_mode: 'form_post' }, 'invalid_idp_authorization_request'],
      [{ response_mode: 'web_message' }, 'invalid_idp_authorization_request'],
      [{ request: 'e30.e30.' }, 'invalid_idp_authorization_request'],
      [{ request_uri: 'https://evil.example/request' }, 'invalid_idp_authorization_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_idp_authorization_request'],
      [{ code_challenge: 'A'.repeat(20) }, 'invalid_idp_authorization_request'],
    ] as const) {
      const { status, json } = await start(given)
      expect([given, status, json.error_type]).toEqual([given, 400, errorType])
    }
    expect(await count('openid_requests')).toBe(0)
  })

  test('cannot answer what was not shown to this session, nor more than was shown, nor twice', async () => {
    const { sdk, asked, session, signIn, addUser, count } = await stage({})
    const { scope: _, ...body } = Object.fromEntries(asked().searchParams)
    const submit = (scopes: string[], as: string, given: object = {}) =>
      sdk('POST', '/idp/oauth/authorize/submit', { ...body, ...given, scopes, consent_granted: true }, { session: as })
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

  test('of a stranger cannot answer for anybody', async () => {
    const { identity, origin, asked, session, publicToken, start, count } = await stage({})
    await start({})
    const post = (from: string | null, fields: Record<string, string>) =>
      identity.app.request(`${origin}/sdk/v1/oauth/authorize`, {
        method: 'POST',
        body: new URLSearchParams({
          ...Object.fromEntries(asked().searchParams),
          consent_granted: 'true',
          ...fields,
        }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(from !== null && { Origin: from }) },
      })
    const own = { __Authorization: formatAuthorization({ publicToken, sessionToken: session }) }
    const nobodys = { __Authorization: formatAuthorization({ publicToken, sessionToken: null }) }
    const page = 'http://localhost:5000'
    for (const [from, fields, status] of [
      ['https://evil.example', own, 403],
      ['null', own, 403],
      [null, own, 403],
      [page, {}, 400],
      [page, nobodys, 401],
      [page, { __Authorization: 'Basic !!!' }, 401],
    ] as const) {
      expect([from, (await post(from, fields)).status]).toEqual([from, status])
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

  test('is told when the proof key is missing, and the application as well', async () => {
    const { decide, asked, session } = await stage({})
    const url = asked()
    url.searchParams.delete('code_challenge')
    const { url: answer } = await decide(url, session)
    expect(answer?.searchParams.get('error')).toBe('invalid_request')
    expect(answer?.searchParams.get('code')).toBeNull()
  })

  test('logs out who is meant, and leads to registered addresses alone', async () => {
    const { sdk, client, session, newCode, redeem, signIn, addUser } = await stage({})
    const { json } = await redeem(await newCode())
    const home = client.postLogoutRedirectUrls[0] ?? ''
    const logOut = (given: Record<string, string>, as: string | null = session) =>
      sdk(
        'POST',
        '/oauth/logout/start',
        { client_id: client.id, post_logout_redirect_uri: home, state: 's', ...given },
        { session: as },
      )
    expect((await logOut({})).data).toMatchObject({ consent_required: true, redirect_uri: `${home}?state=s` })
    expect((await logOut({ id_token_hint: json.id_token ?? '' })).data.consent_required).toBe(false)
    const { session_token: bob } = await signIn((await addUser('bob@example.org')).userId)
    expect((await logOut({ id_token_hint: json.id_token ?? '' }, bob)).json.error_type).toBe('invalid_id_token_hint')
    expect((await logOut({ id_token_hint: `${json.id_token}x` })).json.error_type).toBe('invalid_id_token_hint')
    for (const post_logout_redirect_uri of ['https://evil.example/', `${home}x`, 'https://reader.example.org']) {
      expect((await logOut({ post_logout_redirect_uri })).status).toBe(400)
    }
  })
})

test('the metadata name one algorithm, S256 alone, no implicit answers, and keys without their private half', async () => {
  const { issuer } = await openidUnderTest()
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  expect(metadata).toMatchObject({
    issuer: issuer.href,
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    authorization_response_iss_parameter_supported: true,
  })
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
