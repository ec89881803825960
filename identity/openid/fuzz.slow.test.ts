import { describeStore } from '@corroborate/server-kit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { projectConfig } from '../projects/index.ts'
import { back, stage } from './testing/index.ts'

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', ' ', '\0', '\ud800', '%00', '../..', 'javascript:alert(1)', 'https://evil.example/', "' or 1=1 --"],
    ...['http://127.0.0.1/', 'x'.repeat(9_000), '__proto__', 'none', 'private_key_jwt', 'client_secret_basic', back],
    ...[null, true, 0, -1, 1e99, [], {}, [[]], [null], { keys: [] }, { keys: [{ kty: 'RSA' }] }, [back]],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const names = [
  ...['client_id', 'client_secret', 'client_name', 'redirect_uris', 'post_logout_redirect_uris', 'grant_types'],
  ...['response_types', 'response_modes', 'scope', 'token_endpoint_auth_method', 'jwks', 'application_type'],
  ...['contacts', 'backchannel_logout_uri', 'logo_uri', 'default_max_age', 'id_token_signed_response_alg'],
  ...['require_auth_time', 'subject_type', 'corroborate_without_pkce', '__proto__', 'constructor', 'code'],
  ...['refresh_token', 'token', 'request_uri', 'request', 'resource', 'code_verifier', 'grant_type', 'dpop_jkt'],
]
const body = fc.dictionary(fc.constantFrom(...names), nasty, { maxKeys: 8 })
const runs = { numRuns: 120 }

describeStore<Tables>('an OpenID provider', migrations, (open, store) => {
  test('no fuzzed OpenID request causes a 500 or stores rejected data', async () => {
    const { url } = store.placeOf(await open())
    const on = await stage({ LIMITS_SCALE: '100000', ...(url !== undefined && { IDENTITY_DATABASE_URL: url }) })
    const settings = {
      dynamicRegistration: true,
      clientIdDocuments: true,
      pushedRequests: true,
      dpop: true,
      clientCredentials: true,
    }
    await on.configure({ openid: projectConfig.parse({ openid: settings }).openid })
    const { issuer, db, origin, client } = on
    const registered = await (
      await fetch(`${issuer}/oauth2/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [back], client_name: 'Notebook' }),
      })
    ).json()
    const rows = async () => {
      const tables = [
        'openid_clients',
        'openid_records',
        'openid_consents',
        'openid_requests',
        'openid_logins',
      ] as const
      return JSON.stringify(await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute())))
    }
    const check = async (place: string, init: RequestInit): Promise<void> => {
      const before = await rows()
      const answer = await fetch(place, { redirect: 'manual', ...init })
      const said = await answer.text()
      expect([place, answer.status < 500, said.slice(0, 200)]).toEqual([place, true, expect.any(String)])
      if (answer.status >= 400) expect(await rows()).toBe(before)
    }
    const json = { 'Content-Type': 'application/json' }
    // A token at the address of another registration is spent (RFC 7592, section 2), so that only a wrong one is tried there.
    const stranger = { ...json, Authorization: 'Bearer x' }
    const bearer = { ...json, Authorization: `Bearer ${registered.registration_access_token}` }

    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom('POST', 'PUT', 'GET', 'DELETE'), async (said, method) => {
        const text = method === 'GET' ? {} : { body: JSON.stringify(said) }
        if (method === 'POST') await check(`${issuer}/oauth2/register`, { method, headers: json, ...text })
        else if (method === 'PUT') {
          const whole = JSON.stringify({ client_id: registered.client_id, redirect_uris: [back], ...said })
          await check(registered.registration_client_uri, { method, headers: bearer, body: whole })
        } else await check(`${registered.registration_client_uri}x`, { method, headers: stranger, ...text })
      }),
      runs,
    )
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom('token', 'introspect', 'revoke', 'par', 'userinfo'),
        async (said, path) => {
          const form = new URLSearchParams({ client_id: client.id })
          for (const [name, value] of Object.entries(said)) form.set(name, String(value).toWellFormed())
          await check(`${issuer}/oauth2/${path}`, { method: 'POST', body: form })
        },
      ),
      runs,
    )
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async text => {
        const piece = encodeURIComponent(text.toWellFormed())
        await check(`${origin}/.well-known/oauth-authorization-server/v1/public/${piece}`, {})
        await check(`${origin}/.well-known/openid-configuration${issuer.pathname}${piece}`, {})
        await check(`${issuer}/oauth2/register/${piece}`, { headers: stranger })
        await check(`${issuer}/${piece}`, {})
      }),
      { numRuns: 40 },
    )
  })
})
