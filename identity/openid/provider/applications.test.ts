import { describe, expect, test } from 'vitest'
import type { Project } from '../../projects/index.ts'
import { type Client, clientSettings, hashClientSecret } from '../store/index.ts'
import { registeredClient } from './adapter.ts'
import { clientMetadata, ofFapi2, responseModes, withoutPkce } from './client-metadata.ts'
import { needsPkce } from './features-of.ts'
import { limitSelfDescribed, nameless, scopesForAnyApp } from './self-described.ts'

const openid = {
  clientCredentials: true,
  pushedRequests: true,
  dpop: true,
  registeredPkce: true,
  redirectSchemes: ['cursor'],
  resources: [
    { resource: 'https://open.example/', scopes: ['papers'], format: 'jwt', forAnyApp: true },
    { resource: 'https://ours.example/', scopes: ['books'], format: 'jwt', forAnyApp: false },
  ],
}
const rbac = { roles: [], resources: [], scopes: [{ scope: 'films', description: '', permissions: [] }] }
const project = { openid, rbac, jwtAlgorithm: 'ES256' } as unknown as Project
const without = (part: object) => ({ ...project, openid: { ...openid, ...part } }) as unknown as Project

const client: Client = {
  ...clientSettings.parse({ name: 'Reader', redirectUrls: ['https://reader.example/back'] }),
  id: 'app-1',
  origin: 'operator',
  secretHash: 'hash',
  logo: null,
  createdAt: 0,
  updatedAt: 0,
}

describe('application metadata for the provider library', () => {
  const read = (part: Partial<Client> = {}, of = project) => clientMetadata({ ...client, ...part }, of)

  test('the metadata contains everything the operator set and nothing else', () => {
    expect(read()).toEqual({
      client_id: 'app-1',
      client_name: 'Reader',
      application_type: 'web',
      redirect_uris: ['https://reader.example/back'],
      post_logout_redirect_uris: [],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid profile email phone offline_access',
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: 'hash',
      response_modes: responseModes,
      [withoutPkce]: undefined,
    })
  })

  test.each<[string, Partial<Client>, object]>([
    ['a public one has no secret', { isPublic: true, secretHash: null }, { token_endpoint_auth_method: 'none' }],
    [
      'one with keys signs',
      { authMethod: 'private_key_jwt', jwks: { keys: [{ kty: 'EC' }] } },
      { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'EC' }] } },
    ],
    [
      'its keys may be elsewhere',
      { jwksUri: 'https://reader.example/keys' },
      { jwks_uri: 'https://reader.example/keys' },
    ],
    [
      'one on a device is native',
      { isPublic: true, redirectUrls: ['org.example.app:/back', 'http://127.0.0.1/back'] },
      { application_type: 'native' },
    ],
    [
      'one that is told of ends is told of which session',
      { backchannelLogoutUrl: 'https://reader.example/out' },
      { backchannel_logout_uri: 'https://reader.example/out', backchannel_logout_session_required: true },
    ],
    [
      'has the scopes of its project alone',
      { scopes: ['openid', 'papers', 'films', 'songs'] },
      { scope: 'openid films papers' },
    ],
    ['one without offline access gets no refresh', { scopes: ['openid'] }, { grant_types: ['authorization_code'] }],
    [
      'a machine signs nobody in',
      { redirectUrls: [], clientCredentials: true },
      { grant_types: ['client_credentials'], response_types: [] },
    ],
    [
      'what it said of itself counts',
      { registered: { client_uri: 'https://reader.example' } },
      { client_uri: 'https://reader.example' },
    ],
  ])('application metadata: %s', (_, part, said) => expect(read(part)).toMatchObject(said))

  test('the metadata omits missing secrets, keys and URLs', () =>
    expect(Object.keys(read({ secretHash: null }))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/secret$|^jwks|^backchannel/)]),
    ))

  test('client credentials are off if the project disables them', () =>
    expect(
      read({ redirectUrls: [], clientCredentials: true }, without({ clientCredentials: false })).grant_types,
    ).toEqual([]))

  describe('FAPI 2.0 application', () => {
    const fapi = { profile: 'fapi2', clientCredentials: true } as const
    test('a FAPI 2.0 application is held to the profile', () =>
      expect(read(fapi)).toMatchObject({
        [ofFapi2]: true,
        require_pushed_authorization_requests: true,
        dpop_bound_access_tokens: true,
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types: ['code'],
      }))

    test.each([
      ['no requests ahead', without({ pushedRequests: false })],
      ['no bound tokens', without({ dpop: false })],
      ['another algorithm', { ...project, jwtAlgorithm: 'RS256' } as Project],
    ])('a FAPI 2.0 application is disabled if its project has %s', (_, of) => {
      const said = read(fapi, of)
      expect([said.grant_types, said.response_types]).toEqual([[], []])
      expect(read({}, of).response_types).toEqual(['code'])
    })

    test('a FAPI 2.0 application does not request features its project disabled', () => {
      const said = read(fapi, without({ pushedRequests: false, dpop: false }))
      expect(said).not.toHaveProperty('require_pushed_authorization_requests')
      expect(said).not.toHaveProperty('dpop_bound_access_tokens')
    })
  })

  test.each<[string, Partial<Client>, Project, unknown]>([
    ['requires PKCE', {}, project, undefined],
    ['does without where its operator says so', { pkce: false }, project, 'always'],
    ['that registered itself needs it', { origin: 'registered' }, project, undefined],
    [
      'that registered itself may do with a nonce',
      { origin: 'registered' },
      without({ registeredPkce: false }),
      'with-nonce',
    ],
    ['of an operator needs it there, too', {}, without({ registeredPkce: false }), undefined],
  ])('PKCE rule of an application: %s', (_, part, of, when) => expect(read(part, of)[withoutPkce]).toBe(when))
})

describe('PKCE requirement of a request', () => {
  const ask = (of: object, nonce?: string, scopes = ['openid']) =>
    needsPkce(
      { oidc: { params: { nonce }, requestParamScopes: new Set(scopes) } } as never,
      { clientAuthMethod: 'client_secret_basic', ...of } as never,
    )
  test.each([
    ['of most', ask({}, 'n'), true],
    ['of a public one, always', ask({ clientAuthMethod: 'none', [withoutPkce]: 'always' }, 'n'), true],
    ['of one of the profile, always', ask({ [ofFapi2]: true, [withoutPkce]: 'always' }, 'n'), true],
    ['of one that may do without', ask({ [withoutPkce]: 'always' }), false],
    ['with a nonce, where that is enough', ask({ [withoutPkce]: 'with-nonce' }, 'n'), false],
    ['without a nonce', ask({ [withoutPkce]: 'with-nonce' }), true],
    ['with a nonce that no ID token will hold', ask({ [withoutPkce]: 'with-nonce' }, 'n', ['email']), true],
  ])('PKCE requirement of a request %s', (_, needs, wanted) => expect(needs).toBe(wanted))
})

describe('self-registration metadata', () => {
  const said = { redirect_uris: ['https://reader.example/back'] }
  const limited = (part: object = {}, of = project) => {
    const metadata: Record<string, unknown> = { ...said, ...part }
    limitSelfDescribed(metadata, of)
    return metadata
  }

  test('self-registration is limited to generally available options', () => {
    expect(limited()).toEqual({
      ...said,
      scope: 'openid profile email phone offline_access papers',
      response_modes: responseModes,
      id_token_signed_response_alg: 'ES256',
      authorization_signed_response_alg: 'ES256',
    })
    expect(limited({ scope: 'openid books papers full_access' }).scope).toBe('openid papers')
    expect(limited({ scope: 'books' }).scope).toBe('openid')
    expect(limited({ backchannel_logout_uri: 'https://reader.example/out' })).toMatchObject({
      backchannel_logout_session_required: true,
    })
    expect(scopesForAnyApp(project)).toEqual(['openid', 'profile', 'email', 'phone', 'offline_access', 'papers'])
  })

  test('a device application registers as native', () => {
    const device = { token_endpoint_auth_method: 'none', redirect_uris: ['http://127.0.0.1/back'] }
    expect(limited(device)).toMatchObject({ application_type: 'native' })
    expect(limited({ ...device, token_endpoint_auth_method: 'client_secret_basic' })).not.toHaveProperty(
      'application_type',
    )
    expect(limited({ token_endpoint_auth_method: 'none' })).not.toHaveProperty('application_type')
  })

  test.each([
    {},
    { grant_types: ['authorization_code', 'refresh_token'] },
    { client_name: 'x'.repeat(80) },
    { redirect_uris: ['cursor:/back', 'org.example.app:/back'] },
    { post_logout_redirect_uris: ['org.example.app:/out'] },
    { redirect_uris: undefined },
    { backchannel_logout_uri: 'https://reader.example/out' },
  ])('may be %j', part => expect(() => limited(part)).not.toThrow())

  test.each<[object, string]>([
    [{ client_uri: `https://reader.example/${'x'.repeat(8_192)}` }, 'at most 8192 characters'],
    [{ [withoutPkce]: 'always' }, 'PKCE is required'],
    [{ [ofFapi2]: true }, 'an operator gives'],
    [{ jwks: { keys: [{ kty: 'RSA', n: 'AQAB', e: 'AQ' }] } }, 'jwks: a key cannot be used'],
    [{ jwks: { keys: [null] } }, 'jwks: a key cannot be used'],
    [{ client_name: 'x'.repeat(81) }, 'client_name must be one line'],
    [{ client_name: 'Reader\u202e' }, 'client_name must be one line'],
    [{ redirect_uris: ['http://reader.example/back'] }, 'redirect_uris: '],
    [{ redirect_uris: 'https://reader.example/back' }, 'redirect_uris: '],
    [{ redirect_uris: Array.from({ length: 21 }, (_, n) => `https://reader.example/${n}`) }, 'redirect_uris: '],
    [{ redirect_uris: ['https://reader.example/back', 'vscode:/back'] }, 'come back by vscode:'],
    [{ post_logout_redirect_uris: ['vscode:/out'] }, 'post_logout_redirect_uris: this project'],
    [{ backchannel_logout_uri: 'http://reader.example/out' }, 'backchannel_logout_uri must be'],
    [{ grant_types: ['client_credentials'] }, 'grant_types must be of authorization_code and refresh_token'],
    [{ grant_types: 'authorization_code' }, 'grant_types must be of'],
    [{ scope: ['openid'] }, 'scope must be a text'],
  ])('self-registration cannot contain %j', (part, sentence) => {
    let problem: unknown
    try {
      limited(part)
    } catch (error) {
      problem = error
    }
    expect(problem).toMatchObject({
      error: expect.stringMatching(/^invalid_(?:client_metadata|redirect_uri)$/),
      error_description: expect.stringContaining(sentence),
    })
  })
})

describe('self-registered application', () => {
  const metadata = {
    client_id: 'app-1',
    client_secret: 'secret',
    client_secret_expires_at: 0,
    client_name: 'Reader',
    redirect_uris: ['https://reader.example/back'],
    post_logout_redirect_uris: ['https://reader.example/'],
    backchannel_logout_uri: 'https://reader.example/out',
    scope: 'openid email',
    id_token_signed_response_alg: 'ES256',
    response_modes: responseModes,
    [withoutPkce]: undefined,
    token_endpoint_auth_method: 'client_secret_post',
    client_uri: 'https://reader.example',
  }
  const kept = (part: object = {}, known: Client | null = null) =>
    registeredClient({ ...metadata, ...part } as never, known)

  test('registration stores the submitted metadata, a hashed secret, and no operator-only fields', () =>
    expect(kept()).toEqual({
      id: 'app-1',
      name: 'Reader',
      description: '',
      firstParty: false,
      isPublic: false,
      redirectUrls: ['https://reader.example/back'],
      postLogoutRedirectUrls: ['https://reader.example/'],
      backchannelLogoutUrl: 'https://reader.example/out',
      scopes: ['openid', 'email'],
      resources: [],
      serves: [],
      clientCredentials: false,
      pkce: true,
      authMethod: 'client_secret',
      jwks: null,
      jwksUri: null,
      profile: 'none',
      registered: { token_endpoint_auth_method: 'client_secret_post', client_uri: 'https://reader.example' },
      secretHash: hashClientSecret('secret'),
    }))

  test('an update keeps the secret, and a public application gets none', () => {
    const known = { ...client, secretHash: hashClientSecret('secret') }
    expect(kept({ client_secret: known.secretHash }, known).secretHash).toBe(known.secretHash)
    expect(kept({ client_secret: 'another' }, known).secretHash).toBe(hashClientSecret('another'))
    expect(kept({ token_endpoint_auth_method: 'none' })).toMatchObject({ isPublic: true, secretHash: null })
    expect(kept({ client_secret: undefined }).secretHash).toBeNull()
  })

  test('an unnamed application is displayed by its redirect host', () => {
    const name = (...redirect_uris: string[]) => kept({ client_name: undefined, redirect_uris }).name
    expect(name('https://reader.example:8443/back', 'https://other.example/')).toBe('reader.example:8443')
    expect(name('org.example.app:/back')).toBe('org.example.app:')
    expect(name()).toBe('An application')
    expect(nameless([`https://${'x'.repeat(60)}.${'y'.repeat(60)}.example/`])).toHaveLength(80)
  })

  test('an application with minimal metadata has no other fields', () =>
    expect(
      kept({ redirect_uris: undefined, post_logout_redirect_uris: 'x', backchannel_logout_uri: undefined }),
    ).toMatchObject({ redirectUrls: [], postLogoutRedirectUrls: [], backchannelLogoutUrl: null }))
})
