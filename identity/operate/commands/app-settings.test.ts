import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { UsageError } from '@corroborate/server-kit/command-line'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { describe, expect, test } from 'vitest'
import { applied, isOn, readLogo } from './app-settings.ts'

type Files = Readonly<Record<string, string | Buffer>>

const typed = (flags: Record<string, string[]>, files: Files = {}) => ({
  flags,
  open: (name: string) => {
    const content = files[name]
    if (content !== undefined) return Readable.from([content])
    return new Readable({
      read() {
        this.destroy(new Error(`no ${name}`))
      },
    })
  },
})

type Before = Parameters<typeof applied>[0]
const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
const key = { kty: 'EC' as const, crv: 'P-256', x, y }
const files = { 'keys.json': JSON.stringify({ keys: [{ ...key, kid: 'new' }] }) }
const page = { redirect: ['https://a.example/cb'] }
const reader = { name: 'Reader', redirectUrls: ['https://a.example/cb'] }
const bank: Before = { ...reader, authMethod: 'private_key_jwt', jwks: { keys: [{ ...key, kid: 'old' }] } }
const elsewhere: Before = { ...reader, authMethod: 'private_key_jwt', jwksUri: 'https://a.example/old' }

test('a boolean option must be on or off', () => {
  expect(isOn({ pkce: ['on'] }, 'pkce')).toBe(true)
  expect(isOn({ pkce: ['on', 'off'] }, 'pkce')).toBe(false)
  for (const flags of [{ pkce: ['yes'] }, {}]) {
    expect(() => isOn(flags, 'pkce')).toThrow(new UsageError('--pkce must be on or off.'))
  }
})

describe('application settings', () => {
  test('application settings follow the options', async () => {
    const flags = {
      name: ['Reader'],
      description: ['Reads papers.'],
      redirect: ['https://a.example/cb', 'https://b.example/cb'],
      'post-logout-redirect': ['https://a.example/bye', 'https://b.example/bye'],
      'backchannel-logout': ['https://a.example/out'],
      scope: ['openid email', 'phone,,profile', ' '],
      resource: ['https://api.example/one', 'https://api.example/two'],
      serves: ['https://own.example/'],
      'client-credentials': ['on'],
      pkce: ['off'],
    }
    expect(await applied({}, typed(flags))).toMatchObject({
      name: 'Reader',
      description: 'Reads papers.',
      redirectUrls: ['https://a.example/cb', 'https://b.example/cb'],
      postLogoutRedirectUrls: ['https://a.example/bye', 'https://b.example/bye'],
      backchannelLogoutUrl: 'https://a.example/out',
      scopes: ['openid', 'email', 'phone', 'profile'],
      resources: ['https://api.example/one', 'https://api.example/two'],
      serves: ['https://own.example/'],
      clientCredentials: true,
      pkce: false,
      authMethod: 'client_secret',
      jwks: null,
      jwksUri: null,
      profile: 'none',
    })
  })

  test('application settings without an option stay unchanged', async () => {
    const before = await applied(
      {},
      typed({
        ...{ name: ['Reader'], description: ['Reads papers.'], ...page, scope: ['openid'] },
        ...{ 'backchannel-logout': ['https://a.example/out'], 'client-credentials': ['on'], pkce: ['off'] },
        ...{ 'post-logout-redirect': ['https://a.example/bye'], resource: ['https://api.example'] },
        ...{ serves: ['https://own.example'], 'auth-method': ['private_key_jwt'], 'jwks-uri': ['https://a.example/k'] },
      }),
    )
    expect(await applied(before, typed({}))).toEqual(before)
    expect(await applied({ ...before, firstParty: true, isPublic: false }, typed({ name: ['Other'] }))).toEqual({
      ...before,
      name: 'Other',
      firstParty: true,
    })
  })

  test('the last value of a single-value option wins', async () => {
    const flags = {
      ...{
        name: ['One', 'Two'],
        description: ['one', 'two'],
        pkce: ['on', 'off'],
        'client-credentials': ['off', 'on'],
      },
      'backchannel-logout': ['none', 'https://a.example/out'],
    }
    expect(await applied(reader, typed(flags))).toMatchObject({
      ...{ name: 'Two', description: 'two', pkce: false, clientCredentials: true },
      backchannelLogoutUrl: 'https://a.example/out',
    })
  })

  test('the logout URL can be cleared', async () => {
    const before = { ...reader, backchannelLogoutUrl: 'https://a.example/out' }
    const flags = { 'backchannel-logout': ['https://b.example/out', 'none'] }
    expect(await applied(before, typed(flags))).toMatchObject({ backchannelLogoutUrl: null })
    expect(await applied(before, typed({}))).toMatchObject({ backchannelLogoutUrl: 'https://a.example/out' })
  })

  test.each([
    [{ name: [''] }, 'name: must have a visible character.'],
    [{ name: ['Reader'] }, 'Set a redirect URL'],
    [{ name: ['Reader'], ...page, pkce: ['maybe'] }, '--pkce must be on or off.'],
    [{ name: ['Reader'], ...page, 'client-credentials': ['maybe'] }, '--client-credentials must be on or off.'],
  ])('invalid application settings are rejected with a message (%j)', async (flags, said) => {
    const refused = applied({}, typed(flags))
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(said)
  })
})

describe('application keys', () => {
  const keysAfter = async (before: Before, flags: Record<string, string[]>) => {
    const { authMethod, jwks, jwksUri } = await applied(before, typed(flags, files))
    return { authMethod, ids: jwks?.keys.map(({ kid }) => kid) ?? null, jwksUri }
  }

  test('application keys are read from a file or set as a URL', async () => {
    const own = { 'auth-method': ['private_key_jwt'] }
    expect(await keysAfter(reader, { ...own, jwks: ['keys.json'] })).toEqual({
      ...{ authMethod: 'private_key_jwt', ids: ['new'], jwksUri: null },
    })
    expect(await keysAfter(reader, { ...own, 'jwks-uri': ['https://a.example/k'] })).toEqual({
      ...{ authMethod: 'private_key_jwt', ids: null, jwksUri: 'https://a.example/k' },
    })
  })

  test('new keys replace the old ones', async () => {
    expect(await keysAfter(elsewhere, { jwks: ['keys.json'] })).toMatchObject({ ids: ['new'], jwksUri: null })
    expect(await keysAfter(bank, { jwks: ['keys.json'] })).toMatchObject({ ids: ['new'], jwksUri: null })
    const uri = { 'jwks-uri': ['https://a.example/k'] }
    expect(await keysAfter(bank, uri)).toMatchObject({ ids: null, jwksUri: 'https://a.example/k' })
    expect(await keysAfter(elsewhere, uri)).toMatchObject({ ids: null, jwksUri: 'https://a.example/k' })
  })

  test('keys stay unchanged without a key option', async () => {
    expect(await keysAfter(bank, { name: ['Other'] })).toMatchObject({ ids: ['old'], jwksUri: null })
    const same = { 'auth-method': ['private_key_jwt'] }
    expect(await keysAfter(elsewhere, same)).toMatchObject({ ids: null, jwksUri: 'https://a.example/old' })
  })

  test('keys cannot be in a file and at a URL', async () => {
    const both = { jwks: ['keys.json'], 'jwks-uri': ['https://a.example/k'] }
    await expect(keysAfter(bank, both)).rejects.toThrow('requires public keys: --jwks FILE or --jwks-uri URL.')
  })

  test('switching to a secret removes the keys', async () => {
    const secret = { 'auth-method': ['client_secret'] }
    const none = { authMethod: 'client_secret', ids: null, jwksUri: null }
    expect(await keysAfter(bank, secret)).toEqual(none)
    expect(await keysAfter(elsewhere, secret)).toEqual(none)
  })

  test('a FAPI 2.0 application authenticates with its keys by default', async () => {
    const fapi2 = { profile: ['none', 'fapi2'], jwks: ['keys.json'] }
    expect(await keysAfter(reader, fapi2)).toEqual({ authMethod: 'private_key_jwt', ids: ['new'], jwksUri: null })
    const said = { ...fapi2, 'auth-method': ['private_key_jwt', 'client_secret'] }
    await expect(keysAfter(reader, said)).rejects.toThrow('Keys are for an application with')
    await expect(keysAfter(reader, { profile: ['none'], jwks: ['keys.json'] })).rejects.toThrow(
      'Keys are for an application with',
    )
  })

  test('a file without keys is rejected', async () => {
    const refused = applied(bank, typed({ jwks: ['keys.json', 'odd.json'] }, { ...files, 'odd.json': 'no keys' }))
    await expect(refused).rejects.toThrow(OperatorError)
    await expect(refused).rejects.toThrow(/^odd\.json is not a JSON Web Key Set: .*JSON.*\.$/)
    await expect(applied(bank, typed({ jwks: ['missing.json'] }))).rejects.toThrow(
      'missing.json is not a JSON Web Key Set: no missing.json.',
    )
  })
})

describe('application logo', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])

  test('a logo is copied from a file', async () => {
    const logo = await readLogo(typed({ logo: ['none', 'logo.png'] }, { 'logo.png': png }))
    expect(logo).toBe(`data:image/png;base64,${png.toString('base64')}`)
  })

  test('a logo is removed or left unchanged', async () => {
    expect(await readLogo(typed({ logo: ['logo.png', 'none'] }))).toBeNull()
    expect(await readLogo(typed({}))).toBeUndefined()
  })

  test('an unreadable logo is rejected', async () => {
    await expect(readLogo(typed({ logo: ['logo.svg'] }, { 'logo.svg': '<svg>' }))).rejects.toThrow(
      new OperatorError('logo.svg is not a PNG, JPEG or WebP image of at most 64 KB.'),
    )
    await expect(readLogo(typed({ logo: ['missing.png'] }))).rejects.toThrow(
      new OperatorError('missing.png cannot be read: no missing.png.'),
    )
  })
})
