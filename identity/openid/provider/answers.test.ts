import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSealer } from '../../platform/sealing/sealer.ts'
import { refreshRequestOf } from './adapter.ts'
import { openAnswer, readForm, sealAnswer } from './handler.ts'
import { belowIssuer, issuerOf } from './issuer.ts'

const id = 'project-test-00000000-0000-4000-8000-000000000000'

describe('path below a project’s issuer', () => {
  test.each([
    [`/v1/public/${id}`, '/'],
    [`/v1/public/${id}/oauth2/token`, '/oauth2/token'],
    [`/v1/public/${id}/oauth2/authorize?a=1&b=2`, '/oauth2/authorize?a=1&b=2'],
    [`/v1/public/${id}?a=1`, '/?a=1'],
    [`/.well-known/openid-configuration/v1/public/${id}`, '/.well-known/openid-configuration'],
    [`/.well-known/oauth-authorization-server/v1/public/${id}/?x`, '/.well-known/oauth-authorization-server?x'],
  ])('issuer path of %s', (url, rest) => expect(belowIssuer(url)).toEqual({ projectId: id, rest }))

  test.each([
    '/',
    `/v1/public/${id}x`,
    `/v2/public/${id}/oauth2/token`,
    `/x/v1/public/${id}/oauth2/token`,
    `/.well-known/openid-configuration/v1/public/${id}/oauth2/token`,
    `/x/.well-known/openid-configuration/v1/public/${id}`,
    '/v1/public/project-TEST/oauth2/token',
  ])('is not %s', url => expect(belowIssuer(url)).toBeNull())

  test('a path is prefixed with the issuer', () =>
    expect(issuerOf('https://id.example', id)).toBe(`https://id.example/v1/public/${id}`))
})

describe('posted response', () => {
  const page = (action: string, fields: string) =>
    `<!DOCTYPE html><form method="post" action="${action}">\n${fields}</form>`
  const input = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}"/>`

  test('a posted response is extracted from the library’s page, whatever it contains', () => {
    const fields = input('code', 'a&amp;b') + input('state', '&lt;&quot;&#39;&gt;')
    expect(readForm(page('https://reader.example/back?a=1&amp;b=2', fields))).toEqual({
      action: 'https://reader.example/back?a=1&b=2',
      fields: { code: 'a&b', state: `<"'>` },
    })
    expect(readForm(page('https://reader.example/', ''))).toEqual({ action: 'https://reader.example/', fields: {} })
    expect(readForm('<p>Something else</p>')).toBeNull()
  })

  test('a posted response opens for a minute, with its key, for its project, and unchanged', () => {
    const sealer = createSealer([randomBytes(32).toString('base64url')])
    const posted = { action: 'https://reader.example/back', fields: { code: 'c' } }
    const sealed = sealAnswer(sealer, id, posted, 1_000)
    expect(openAnswer(sealer, id, sealed, 60_999)).toEqual(posted)
    expect(openAnswer(sealer, id, sealed, 61_000)).toBeNull()
    expect(openAnswer(sealer, 'project-test-1', sealed, 1_000)).toBeNull()
    expect(openAnswer(createSealer([randomBytes(32).toString('base64url')]), id, sealed, 1_000)).toBeNull()
    for (const other of ['', 'x', sealed.slice(0, -2)]) expect(openAnswer(sealer, id, other, 1_000)).toBeNull()
  })
})

describe('refresh request fingerprint', () => {
  const of = (params: object, proof = '') => refreshRequestOf({ oidc: { params }, get: () => proof } as never)
  const refresh = { grant_type: 'refresh_token' }

  test('a repeated refresh has the same fingerprint, with a new proof of the same key', () => {
    expect(of(refresh, 'key.one.a')).toBe(of(refresh, 'key.two.b'))
    expect(of({ ...refresh, scope: undefined })).toBe(of(refresh))
    expect(of(refresh)).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    [{ ...refresh, scope: 'openid' }, ''],
    [{ ...refresh, resource: 'https://api.example/' }, ''],
    [refresh, 'other.one.a'],
  ])('the refresh fingerprint differs with %j and proof %j', (params, proof) =>
    expect(of(params, proof)).not.toBe(of(refresh)),
  )

  test('the refresh fingerprint is null for other requests and outside of one', () => {
    expect(of({ grant_type: 'authorization_code' })).toBeNull()
    expect(refreshRequestOf({ oidc: {} } as never)).toBeNull()
    expect(refreshRequestOf(undefined)).toBeNull()
  })
})
