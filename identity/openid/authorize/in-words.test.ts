import { describe, expect, test } from 'vitest'
import { appOf } from './app.ts'
import { describeScope } from './routes.ts'
import { addressIn, answerIn, errorTypeFor, rejectRequest } from './run.ts'

describe('application display', () => {
  const described = {
    clientId: 'https://reader.example/app.json',
    clientName: 'Its own name',
    applicationType: 'web',
    tokenEndpointAuthMethod: 'none',
    scope: 'openid email',
  }
  const known = { id: 'app-1', origin: 'operator', name: 'Reader', description: 'Reads.' }
  const client = { ...known, firstParty: true, logo: 'data:x' } as never
  const project = { id: 'project-1' }
  const seen = (known: never | null, said: object = described, redirectUri = 'https://reader.example:8443/back?x') =>
    appOf(project, 'https://id.example', { client: known, described: said as typeof described, redirectUri })

  test('an operator’s application shows the operator’s data and is verified', () =>
    expect(seen(client)).toEqual({
      id: described.clientId,
      name: 'Reader',
      description: 'Reads.',
      isFirstParty: true,
      isPublic: true,
      isNative: false,
      isVerified: true,
      logoUrl: expect.stringMatching(/^https:\/\/id\.example\/.*app-1/),
      redirectHost: 'reader.example:8443',
      scopes: ['openid', 'email'],
    }))

  test('a self-registered application shows its own data and is never verified', () => {
    expect(seen(null)).toMatchObject({
      name: 'Its own name',
      description: '',
      isFirstParty: false,
      isVerified: false,
      logoUrl: null,
    })
    const registered = { ...known, origin: 'registered', firstParty: false, logo: null } as never
    expect(seen(registered)).toMatchObject({ isFirstParty: false, isVerified: false, logoUrl: null })
    const ofAnother = { ...known, firstParty: false, logo: null } as never
    expect(seen(ofAnother)).toMatchObject({ isFirstParty: false, isVerified: true })
    const bare = { clientId: described.clientId, applicationType: 'native' }
    expect(seen(null, bare, 'org.example.app:/back')).toMatchObject({
      name: 'reader.example',
      isPublic: false,
      isNative: true,
      redirectHost: 'org.example.app:',
      scopes: ['openid', 'profile', 'email', 'phone', 'offline_access'],
    })
    expect(seen(null, described, 'nothing').redirectHost).toBe('')
  })
})

test('a scope is described by the standard text, the project’s, or its name', () => {
  const rule = (scope: string, description: string) => ({ scope, description, permissions: [] })
  const rbac = { roles: [], scopes: [rule('papers', 'Read your papers'), rule('books', ''), rule('openid', 'Mine')] }
  const words = (scope: string) => describeScope({ rbac } as never, scope)
  expect(['papers', 'books', 'films', 'openid'].map(words)).toEqual([
    'Read your papers',
    'Use the books scope',
    'Use the films scope',
    'Verify your identity',
  ])
})

describe('protocol errors', () => {
  test.each([
    ['invalid_client', '', 'connected_app_not_found'],
    ['invalid_redirect_uri', '', 'connected_app_supplied_redirect_url_not_found_in_client'],
    ['unsupported_response_type', '', 'unsupported_response_type'],
    ['invalid_scope', '', 'invalid_scope'],
    ['invalid_target', '', 'invalid_target'],
    ['login_required', '', 'stale_factors'],
    ['server_error', '', 'internal_server_error'],
    [
      'invalid_request',
      'Authorization Server policy requires PKCE to be used',
      'pkce_required_for_idp_authorization_flow',
    ],
    ['invalid_request', 'missing', 'invalid_idp_authorization_request'],
    ['access_denied', 'PKCE', 'invalid_idp_authorization_request'],
  ])('the protocol error %s with %j maps to %s', (error, description, type) =>
    expect(errorTypeFor(error, description)).toBe(type),
  )

  test('an unmapped protocol error shows its description', () => {
    const said = (error: string, description: string): unknown => {
      try {
        return rejectRequest({ error, description })
      } catch (refusal) {
        return refusal
      }
    }
    const sentence = 'The request of the application could not be understood: it is odd.'
    expect(said('invalid_request', 'it is odd')).toMatchObject({ message: sentence })
    expect(said('invalid_scope', 'it is odd')).not.toMatchObject({ message: expect.stringContaining('it is odd') })
    expect(said('invalid_request', '')).not.toMatchObject({ message: expect.stringContaining('understood:') })
  })
})

test('a rejected or meanwhile changed request redirects nowhere', () => {
  expect(addressIn({ kind: 'redirect', url: 'https://reader.example/', error: null, description: '' })).toBe(
    'https://reader.example/',
  )
  expect(() => addressIn({ kind: 'refused', error: 'invalid_client', description: '' })).toThrow(
    expect.objectContaining({ type: 'connected_app_not_found' }),
  )
  expect(() => addressIn({ kind: 'asked', asked: {} as never })).toThrow(
    expect.objectContaining({ type: 'idp_authorization_not_started' }),
  )
})

test('an authorization response is parsed from the query or the fragment', () => {
  expect(answerIn('https://reader.example/back?code=a&state=b').get('code')).toBe('a')
  expect(answerIn('https://reader.example/back?x=1#code=a').get('code')).toBe('a')
  expect([...answerIn('https://reader.example/back'), ...answerIn('nothing')]).toEqual([])
})
