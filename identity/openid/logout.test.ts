import { describeStore } from '@corroborate/server-kit/testing'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { projectConfig } from '../projects/index.ts'
import { consentPage, stage } from './testing/index.ts'

// Log-outs that applications ask for (OpenID Connect RP-Initiated Logout 1.0).

const hour = 60 * 60_000

describeStore<Tables>('a log-out that an application asks for', migrations, (open, store) => {
  const onStage = async () => {
    const { url } = store.placeOf(await open())
    const on = await stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    const { json } = await on.redeem(await on.newCode())
    const [home = ''] = on.client.postLogoutRedirectUrls
    const logOut = (given: Record<string, string>, as: string | null = on.session) =>
      on.sdk('POST', '/oauth/logout/start', given, { session: as })
    return { ...on, logOut, home, hint: json.id_token ?? '' }
  }

  test('a logout with a hint of the current session needs no confirmation and redirects to the application', async () => {
    const { logOut, hint, home, client } = await onStage()
    for (const given of [{}, { client_id: client.id }]) {
      const { data } = await logOut({ ...given, id_token_hint: hint, post_logout_redirect_uri: home, state: 's' })
      expect(data).toMatchObject({ consent_required: false, redirect_uri: `${home}?state=s` })
    }
    const nowhere = await logOut({ id_token_hint: hint })
    expect([nowhere.data.consent_required, nowhere.data.redirect_uri]).toEqual([false, undefined])
  })

  test('a logout by any application used in the session needs no confirmation', async () => {
    const { logOut, hint, addClient, newCode, redeem } = await onStage()
    const hints = [hint]
    for (const name of ['One', 'Two']) {
      const app = await addClient({ name })
      hints.push((await redeem(await newCode({}, app), {}, app)).json.id_token ?? '')
    }
    for (const id_token_hint of hints) expect((await logOut({ id_token_hint })).data.consent_required).toBe(false)
  })

  test.each([
    ['with the name of the application', ({ id, home }: Given) => ({ client_id: id, post_logout_redirect_uri: home })],
    ['with its name alone', ({ id }: Given) => ({ client_id: id })],
    ['with a word about the person', () => ({ logout_hint: 'ada@example.org' })],
    ['with an address that nobody can check', () => ({ post_logout_redirect_uri: 'https://evil.example/' })],
    ['with nothing', () => ({})],
  ])('a logout that anyone could have linked to needs confirmation: %s', async (_, given) => {
    const { logOut, client, home } = await onStage()
    const asked: Record<string, string> = given({ id: client.id, home })
    const { status, data } = await logOut(asked)
    const back = asked.client_id !== undefined && asked.post_logout_redirect_uri !== undefined ? home : undefined
    expect([status, data.consent_required, data.redirect_uri]).toEqual([200, true, back])
    expect((await logOut(asked, null)).data.consent_required).toBe(false)
  })

  test('a logout with another session’s hint needs confirmation, and an expired hint is accepted', async () => {
    const { logOut, hint, home, signIn, userId, clock } = await onStage()
    const given = { id_token_hint: hint, post_logout_redirect_uri: home }
    const { session_token: other } = await signIn(userId)
    expect((await logOut(given, other)).data).toMatchObject({ consent_required: true, redirect_uri: home })
    clock.now += 2 * hour
    const { session_token: later } = await signIn(userId)
    expect((await logOut(given, later)).data).toMatchObject({ consent_required: true, redirect_uri: home })
    expect((await logOut(given, null)).data).toMatchObject({ consent_required: false, redirect_uri: home })
  })

  test('a logout accepts an expired hint of the current session', async () => {
    const { logOut, session, hint, sdk, clock } = await onStage()
    await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 600 }, { session })
    clock.now += 2 * hour
    expect((await logOut({ id_token_hint: hint })).data.consent_required).toBe(false)
  })

  test('a logout with a tampered or foreign hint is rejected', async () => {
    const { logOut, hint, home, signIn, addUser, addClient, issuer, client, userId } = await onStage()
    const { session_token: bob } = await signIn((await addUser('bob@example.org')).userId)
    const other = await addClient({ name: 'Other' })
    const claims = { iss: issuer.href, aud: client.id, sub: userId }
    const unsigned = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1h').encode()
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(client.secret))
    const forMany = new UnsecuredJWT({ ...claims, aud: [client.id, other.id] }).encode()
    for (const [given, as] of [
      [{ id_token_hint: hint }, bob],
      [{ id_token_hint: `${hint}x` }, undefined],
      [{ id_token_hint: 'x' }, undefined],
      [{ id_token_hint: unsigned }, undefined],
      [{ id_token_hint: foreign }, undefined],
      [{ id_token_hint: unsigned }, null],
      [{ id_token_hint: forMany }, undefined],
      [{ id_token_hint: hint, client_id: other.id }, undefined],
    ] as const) {
      const { status, json, data } = await logOut({ ...given, post_logout_redirect_uri: home }, as)
      expect([status, json.error_type, data.redirect_uri]).toEqual([400, 'invalid_id_token_hint', undefined])
    }
  })

  test('a logout with an unregistered redirect URI or an unknown application is rejected', async () => {
    const { logOut, hint, home, client, configure } = await onStage()
    for (const post_logout_redirect_uri of [
      'https://evil.example/',
      `${home}x`,
      `${home}?x=1`,
      'https://reader.example.org',
    ]) {
      for (const known of [{ id_token_hint: hint }, { client_id: client.id }]) {
        const { status, json, data } = await logOut({ ...known, post_logout_redirect_uri })
        expect([status, data.redirect_uri]).toEqual([400, undefined])
        expect(json.error_message).toContain('You have not been logged out')
      }
    }
    expect((await logOut({ client_id: 'nobody' })).json.error_type).toBe('connected_app_not_found')
    await configure({ openid: projectConfig.parse({ openid: { clientIdDocuments: true } }).openid })
    const undescribed = await logOut({ client_id: 'https://127.0.0.1:9/app.json' })
    expect(undescribed.json.error_type).toBe('connected_app_not_found')
  })

  test('logout redirects to the project’s page by GET and POST', async () => {
    const { issuer, configure, hint } = await onStage()
    await configure({ authorizeUrl: `${consentPage}?of=us` })
    const at = `${issuer}/oauth2/logout`
    const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
    expect(metadata.end_session_endpoint).toBe(at)
    const led = async (url: string, init: RequestInit = {}) => {
      const answer = await fetch(url, { redirect: 'manual', ...init })
      expect([answer.status, answer.headers.get('Referrer-Policy')]).toEqual([303, 'no-referrer'])
      return answer.headers.get('Location')
    }
    expect(await led(at)).toBe(`${consentPage}?of=us&flow=logout`)
    expect(await led(`${at}?id_token_hint=${hint}`)).toBe(`${consentPage}?of=us&id_token_hint=${hint}&flow=logout`)
    const body = new URLSearchParams({ id_token_hint: hint, state: 'a&b' })
    expect(await led(at, { method: 'POST', body })).toBe(`${consentPage}?of=us&${body}&flow=logout`)
    const asked = { method: 'POST', body: new URLSearchParams({ client_id: 'x' }) }
    expect(await led(`${issuer}/oauth2/authorize`, asked)).toBe(`${consentPage}?of=us&client_id=x`)
    const large = await fetch(at, { method: 'POST', body: new URLSearchParams({ state: 'x'.repeat(60_000) }) })
    expect(large.status).toBe(413)
  })
})
type Given = { id: string; home: string }
