import { expect, test } from 'vitest'
import { readFlow } from './Authorize.tsx'

const request = 'client_id=app&redirect_uri=https://app.example.org/back&response_type=code'

test('an authorization request is passed on with its own parameters only', () => {
  const more =
    'scope=openid%20email&state=a%26b&nonce=n&code_challenge=c&code_challenge_method=S256&prompt=login&resource=https://a/&resource=https://b/'
  expect(readFlow(`?${request}&${more}&consent_granted=true&scopes=full_access&utm_source=mail`)).toEqual({
    kind: 'authorize',
    request: {
      client_id: 'app',
      redirect_uri: 'https://app.example.org/back',
      response_type: 'code',
      scopes: ['openid', 'email'],
      state: 'a&b',
      nonce: 'n',
      code_challenge: 'c',
      code_challenge_method: 'S256',
      prompt: 'login',
      resource: ['https://a/', 'https://b/'],
    },
  })
})

test('a request without scopes requests the defaults', () => {
  expect(readFlow(request)).toMatchObject({ request: { scopes: ['openid', 'email', 'profile'] } })
  expect(readFlow(`${request}&scope=`)).toMatchObject({ request: { scopes: ['openid', 'email', 'profile'] } })
})

test('a pushed request needs only its request_uri', () => {
  expect(readFlow('client_id=app&request_uri=urn:ietf:params:oauth:request_uri:1')).toEqual({
    kind: 'authorize',
    request: { client_id: 'app', request_uri: 'urn:ietf:params:oauth:request_uri:1' },
  })
})

test.each([
  ['', 'client_id'],
  ['client_id=&redirect_uri=https://app.example.org/&response_type=code', 'client_id'],
  ['client_id=app&response_type=code', 'redirect_uri'],
  ['client_id=app&redirect_uri=https://app.example.org/', 'response_type'],
])('"%s" lacks %s', (search, param) => {
  expect(readFlow(search)).toEqual({ kind: 'missing', param })
})

test('repeated parameters are not passed on, since the provider may read the other one', () => {
  expect(readFlow(`${request}&redirect_uri=https://evil.example/`)).toEqual({ kind: 'repeated', param: 'redirect_uri' })
  expect(readFlow(`${request}&scope=openid&scope=full_access`)).toEqual({ kind: 'repeated', param: 'scope' })
})

test('a post_logout_redirect_uri makes the request a log-out', () => {
  const search = 'client_id=app&post_logout_redirect_uri=https://app.example.org/out&id_token_hint=h&state=s&scope=x'
  expect(readFlow(search)).toEqual({
    kind: 'logout',
    request: {
      client_id: 'app',
      post_logout_redirect_uri: 'https://app.example.org/out',
      id_token_hint: 'h',
      state: 's',
    },
  })
})

test.each([
  ['flow=logout', {}],
  ['flow=logout&state=s&id_token_hint=h', { state: 's', id_token_hint: 'h' }],
  ['flow=logout&logout_hint=ada&client_id=&post_logout_redirect_uri=', { logout_hint: 'ada' }],
  ['post_logout_redirect_uri=https://app.example.org/', { post_logout_redirect_uri: 'https://app.example.org/' }],
])('a log-out needs no other parameters: %s', (search, request) => {
  expect(readFlow(search)).toEqual({ kind: 'logout', request })
})
