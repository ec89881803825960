import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { projectConfig } from '../projects/index.ts'
import { requestedClaims } from './authorize/request.ts'
import { updateClient } from './store/index.ts'
import { stage } from './testing/index.ts'

// Individually requested claims (OpenID Connect Core, section 5.5).

test.each([
  [undefined, [], []],
  ['{', [], []],
  ['7', [], []],
  ['{"userinfo":null}', [], []],
  ['{"userinfo":{"name":{"essential":true}}}', ['name'], ['profile']],
  [
    '{"userinfo":{"email":null},"id_token":{"auth_time":null,"email":{"value":"a@b.c"}}}',
    ['email', 'auth_time'],
    ['email'],
  ],
  ['{"id_token":{"phone_number":{"values":["+1"]},"shoe_size":null}}', ['phone_number', 'shoe_size'], ['phone']],
])('%s requests claims of the scopes %j', (parameter, claims, claimScopes) => {
  expect(requestedClaims(parameter)).toEqual({ claims, claimScopes })
})

describeStore<Tables>('claims that an application asks for by name', migrations, (open, store) => {
  const onStage = async () => {
    const { url } = store.placeOf(await open())
    const on = await stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    const { issuer, session, decide, asked, redeem, sdk } = on
    await sdk('PUT', '/users/me', { name: { first_name: 'Ada', last_name: 'Lovelace' } }, { session })
    const wanting = (claims: object, more: Record<string, string> = {}) =>
      asked({ scope: 'openid', claims: JSON.stringify(claims), ...more })
    const tokensOf = async (url: URL | null) => {
      const { json } = await redeem(url?.searchParams.get('code') ?? '')
      const answer = await fetch(`${issuer}/oauth2/userinfo`, {
        headers: { Authorization: `Bearer ${json.access_token}` },
      })
      const part = (json.id_token ?? '').split('.')[1] ?? ''
      return {
        scope: json.scope,
        idToken: JSON.parse(Buffer.from(part, 'base64url').toString()),
        info: await answer.json(),
      }
    }
    const signIn = async (claims: object, more?: Record<string, string>) => {
      const { started, url } = await decide(wanting(claims, more), session)
      return { started, ...(await tokensOf(url)) }
    }
    return { ...on, wanting, signIn, tokensOf }
  }

  test('requested claims are returned only where requested, after consent', async () => {
    const { signIn } = await onStage()
    const { started, scope, idToken, info } = await signIn({
      userinfo: { name: { essential: true }, email: null },
      id_token: { given_name: { value: 'Ada' }, auth_time: { essential: true }, acr: { values: ['x'] } },
    })
    expect(started.data.consent_required).toBe(true)
    expect((started.data.scope_results as { scope: string }[]).map(result => result.scope)).toEqual([
      'openid',
      'profile',
      'email',
    ])
    expect(scope).toBe('openid')
    expect(info).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.org' })
    for (const claim of ['given_name', 'family_name', 'email_verified']) expect(info).not.toHaveProperty(claim)
    expect(idToken).toMatchObject({ given_name: 'Ada', auth_time: expect.any(Number) })
    for (const claim of ['name', 'email']) expect(idToken).not.toHaveProperty(claim)
  })

  test('repeated claims need no new consent, and additional claims do', async () => {
    const { signIn } = await onStage()
    await signIn({ userinfo: { name: null } })
    const again = await signIn({ userinfo: { family_name: null } })
    expect([again.started.data.consent_required, again.info.family_name]).toEqual([false, 'Lovelace'])
    expect((await signIn({ userinfo: { email: null } })).started.data.consent_required).toBe(true)
    const asScope = await signIn({ userinfo: { name: null } }, { scope: 'openid email' })
    expect([asScope.started.data.consent_required, asScope.info.email]).toEqual([false, 'ada@example.org'])
  })

  test('claims the application may not have or that are unknown are omitted', async () => {
    const { decide, wanting, session, addClient, redeem, issuer } = await onStage()
    const narrow = await addClient({ scopes: ['openid', 'profile'] })
    const claims = { userinfo: { name: null, email: { essential: true }, shoe_size: null } }
    const url = wanting(claims)
    url.searchParams.set('client_id', narrow.id)
    const { started, url: back } = await decide(url, session)
    expect((started.data.scope_results as { scope: string }[]).map(({ scope }) => scope)).toEqual(['openid', 'profile'])
    const { json } = await redeem(back?.searchParams.get('code') ?? '', {}, narrow)
    const info = await (
      await fetch(`${issuer}/oauth2/userinfo`, { headers: { Authorization: `Bearer ${json.access_token}` } })
    ).json()
    expect(info).toEqual({ sub: expect.any(String), name: 'Ada Lovelace' })
  })

  test('claims rejected earlier are returned once the application is allowed them', async () => {
    const { signIn, db, client, projectNow } = await onStage()
    const scopesNow = (scopes: string[]) =>
      runTransaction(db, tx => updateClient(tx, projectNow.id, { ...client, scopes }, Date.now()))
    await scopesNow(['openid'])
    expect((await signIn({ userinfo: { email: null } })).info).not.toHaveProperty('email')
    await scopesNow(['openid', 'email'])
    expect((await signIn({ userinfo: { email: null } })).info.email).toBe('ada@example.org')
  })

  test('claims cannot be extended between consent page and decision', async () => {
    const { sdk, session, wanting } = await onStage()
    const bodyOf = (url: URL) => {
      const { scope = '', ...params } = Object.fromEntries(url.searchParams)
      return { ...params, scopes: scope.split(' ') }
    }
    const shown = bodyOf(wanting({ userinfo: { name: null } }))
    const more = bodyOf(wanting({ userinfo: { name: null, email: null } }))
    await sdk('POST', '/idp/oauth/authorize/start', shown, { session })
    const swapped = await sdk('POST', '/idp/oauth/authorize/submit', { ...more, consent_granted: true }, { session })
    expect(swapped.json.error_type).toBe('idp_authorization_not_started')
    const answered = await sdk('POST', '/idp/oauth/authorize/submit', { ...shown, consent_granted: true }, { session })
    expect(answered.status).toBe(200)
  })

  test('claims of a pushed request are shown on the consent page', async () => {
    const { configure, post, decide, asked, session, tokensOf, client } = await onStage()
    await configure({ openid: projectConfig.parse({ openid: { pushedRequests: true } }).openid })
    const claims = JSON.stringify({ userinfo: { name: null } })
    const sent = await post(
      'par',
      Object.fromEntries(asked({ scope: 'openid', claims, code_challenge_method: 'S256' }).searchParams),
    )
    const url = new URL('http://localhost/oauth/authorize')
    url.search = new URLSearchParams({ client_id: client.id, request_uri: sent.json.request_uri ?? '' }).toString()
    const { started, url: back } = await decide(url, session)
    expect((started.data.scope_results as { scope: string }[]).map(({ scope }) => scope)).toEqual(['openid', 'profile'])
    expect((await tokensOf(back)).info.name).toBe('Ada Lovelace')
  })
})

test('the metadata announces support for the claims parameter', async () => {
  const { issuer } = await stage()
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  expect(metadata.claims_parameter_supported).toBe(true)
  expect(metadata.claims_supported).toEqual(expect.arrayContaining(['name', 'email', 'phone_number', 'auth_time']))
})
