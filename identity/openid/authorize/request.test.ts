import { describe, expect, test } from 'vitest'
import { identityOf, ownTextsOf, queryOf, readRequest, spoken, withSomeChallenge } from './request.ts'

const asked = {
  client_id: 'reader',
  redirect_uri: 'https://reader.example.org/back',
  response_type: 'code',
  scopes: ['openid', 'email'],
  resource: ['https://one.example', 'https://two.example'],
}
type Asked = Parameters<typeof readRequest>[0]
const nameOf = (changes: object = {}) => identityOf(readRequest({ ...asked, ...changes } as Asked))

test.each([
  ['another application', { client_id: 'writer' }],
  ['another address', { redirect_uri: 'https://reader.example.org/other' }],
  ['another kind of answer', { response_type: 'code id_token' }],
  ['another request sent ahead', { request_uri: 'urn:ietf:params:oauth:request_uri:1' }],
  ['one scope more', { scopes: ['openid', 'email', 'phone'] }],
  ['one scope less', { scopes: ['openid'] }],
  ['a claim of another scope', { claims: '{"userinfo":{"phone_number":null}}' }],
  ['another resource', { resource: ['https://one.example', 'https://three.example'] }],
  ['one resource less', { resource: 'https://one.example' }],
])('a request with %s differs from the one shown', (_, changes) => {
  expect(nameOf(changes)).not.toEqual(nameOf())
})

test('a request is equal regardless of parameter order and response-only parameters', () => {
  const changes = { scopes: ['email', 'openid'], resource: asked.resource.toReversed(), state: 'x', nonce: 'y' }
  expect(nameOf(changes)).toEqual(nameOf())
})

describe('authorization request from clients', () => {
  const read = (changes: object = {}) => readRequest({ ...asked, ...changes } as Asked)
  const valuesOf = (changes: object, name: string) =>
    read(changes)
      .params.filter(([each]) => each === name)
      .map(([, value]) => value)

  test('requested scopes are deduplicated, from a list or a string, with defaults', () => {
    expect(read({ scopes: ['openid', 'email', 'openid'] }).scopes).toEqual(['openid', 'email'])
    expect(read({ scopes: undefined, scope: ' openid  phone ' }).scopes).toEqual(['openid', 'phone'])
    expect(read({ scopes: undefined }).scopes).toContain('openid')
    expect(read({ scopes: [] }).scopes).toEqual(read({ scopes: undefined }).scopes)
    expect(read({ scopes: undefined, request_uri: 'urn:x' }).scopes).toEqual([])
  })

  test('the query has each resource and the challenge method, and no unset parameters', () => {
    expect(valuesOf({}, 'resource')).toEqual(asked.resource)
    expect(valuesOf({ resource: 'https://one.example' }, 'resource')).toEqual(['https://one.example'])
    expect(valuesOf({ resource: undefined }, 'resource')).toEqual([])
    expect(valuesOf({ code_challenge: 'c' }, 'code_challenge_method')).toEqual(['S256'])
    expect(valuesOf({ code_challenge: 'c', code_challenge_method: 'plain' }, 'code_challenge_method')).toEqual([
      'plain',
    ])
    expect(valuesOf({}, 'code_challenge_method')).toEqual([])
    expect(
      read({ state: undefined, nonce: 'n' })
        .params.map(([name]) => name)
        .toSorted(),
    ).toEqual(['client_id', 'nonce', 'redirect_uri', 'resource', 'resource', 'response_type'].toSorted())
  })

  test('a preview drops prompt=none and keeps every other prompt', () => {
    const prompts = (prompt: string) => {
      const request = spoken(read({ prompt }))
      return [request.prompts, request.params.filter(([name]) => name === 'prompt').map(([, value]) => value)]
    }
    expect(prompts('none')).toEqual([[], []])
    expect(prompts('login consent')).toEqual([['login', 'consent'], ['login consent']])
    expect(prompts('none login')).toEqual([['none', 'login'], ['none login']])
  })

  test('an empty prompt is omitted, and other parameters named none are kept', () => {
    const query = new URLSearchParams(queryOf(read({ prompt: ' ', state: 'none' }), ['openid']))
    expect([query.has('prompt'), query.get('state')]).toEqual([false, 'none'])
    expect(spoken(read({ state: 'none' })).params).toContainEqual(['state', 'none'])
  })

  test('a preview adds a placeholder challenge when the real one comes later', () => {
    const names = (changes: object) =>
      withSomeChallenge(read(changes))
        .params.map(([name]) => name)
        .filter(name => name.startsWith('code_challenge'))
    expect(names({})).toEqual(['code_challenge', 'code_challenge_method'])
    expect(names({ code_challenge_method: 'S256' }).toSorted()).toEqual(['code_challenge', 'code_challenge_method'])
    expect(names({ code_challenge: 'c' })).toHaveLength(2)
    expect(names({ request_uri: 'urn:x' })).toEqual([])
    const own = withSomeChallenge(read({ code_challenge: 'own' })).params.find(([name]) => name === 'code_challenge')
    expect(own?.[1]).toBe('own')
  })

  test('offline access adds prompt=consent unless prompt is none', () => {
    const query = (changes: object, scopes: string[]) => new URLSearchParams(queryOf(read(changes), scopes))
    expect(query({}, ['openid', 'offline_access']).get('prompt')).toBe('consent')
    expect(query({ prompt: 'login' }, ['openid', 'offline_access']).get('prompt')).toBe('login consent')
    expect(query({ prompt: 'none' }, ['openid', 'offline_access']).get('prompt')).toBe('none')
    expect(query({}, ['openid']).get('prompt')).toBeNull()
    expect(query({}, ['openid', 'email']).get('scope')).toBe('openid email')
    expect(query({}, []).get('scope')).toBeNull()
    expect(query({}, []).getAll('resource')).toEqual(asked.resource)
  })

  test('a request is identified by its state, nonce, challenge or request_uri', () => {
    expect(ownTextsOf(read())).toEqual([])
    expect(ownTextsOf(read({ state: 's' }))).toEqual(['s', '', '', ''])
    expect(ownTextsOf(read({ nonce: 'n', code_challenge: 'c', request_uri: 'u' }))).toEqual(['', 'n', 'c', 'u'])
  })
})
