import { describe, expect, test } from 'vitest'
import { chooseRedirect, projectConfig } from './index.ts'

const project = projectConfig.parse({
  redirectUrls: {
    login: [
      'https://app.example.org/in',
      'https://app.example.org/in?from=mail',
      'https://app.example.org',
      'http://localhost:5000/authenticate',
      'http://127.0.0.1:5000/authenticate?a=b',
      'http://[::1]:5000/authenticate',
    ],
  },
})
const chosen = (wish: string | undefined) => chooseRedirect(project, 'login', wish)

test.each([
  'https://app.example.org/in',
  'https://app.example.org/in?from=mail',
  'https://app.example.org/',
  'http://localhost:5000/authenticate',
])('%s, which is one of the project, is taken', url => expect(chosen(url)).toEqual({ kind: 'url', url }))

test('a bare origin matches the project’s first URL on it, as configured', () => {
  expect(chosen('https://app.example.org')).toEqual({ kind: 'url', url: 'https://app.example.org/' })
})

test('without a requested URL the project’s first is used', () => {
  expect(chosen(undefined)).toEqual({ kind: 'url', url: 'https://app.example.org/in' })
  expect(chooseRedirect(project, 'signup', undefined)).toEqual({ kind: 'none-set' })
})

describe('exact URL comparison', () => {
  test.each([
    '',
    ' ',
    'https://APP.example.org/in',
    'HTTPS://app.example.org/in',
    'https://app.example.org:443/in',
    'https://app.example.org:/in',
    'https://app.example.org/./in',
    'https://app.example.org/%2e/in',
    'https://app.example.org/a/../in',
    'https://app.example.org//in',
    'https:app.example.org/in',
    'https:/app.example.org/in',
    'https:\\\\app.example.org/in',
    'https://app。example.org/in',
    'https://app.example.org./in',
    'https://ａpp.example.org/in',
    'https://app%2eexample.org/in',
    'https://app.example.org/in ',
    ' https://app.example.org/in',
    'https://app.example.org/i\tn',
    'https://app.example.org/i\nn',
    'https://app.example.org/in#',
    'https://app.example.org/in#a',
    'https://app.example.org/in?',
    'https://app.example.org/in/',
    'https://app.example.org/In',
    'https://app.example.org/%69n',
    'https://app.example.org/in?from=mail&',
    'https://app.example.org/in?FROM=mail',
    'https://@app.example.org/in',
    'https://a:b@app.example.org/in',
    'https://app.example.org?',
    'https://app.example.org.evil.example/in',
    'http://app.example.org/in',
  ])('not %j', wish => expect(chosen(wish)).toEqual({ kind: 'not-allowed' }))
})

describe('localhost URLs may differ in their port only', () => {
  test.each([
    'http://localhost:49152/authenticate',
    'http://localhost/authenticate',
    'http://127.0.0.1:1/authenticate?a=b',
    'http://[::1]:65535/authenticate',
  ])('%s', url => expect(chosen(url)).toEqual({ kind: 'url', url }))

  test.each([
    'http://localhost:49152/',
    'http://localhost:49152/authenticate?a=b',
    'http://localhost:49152/authenticate/',
    'https://localhost:49152/authenticate',
    'http://127.0.0.1:49152/authenticate',
    'http://127.0.0.2:49152/authenticate?a=b',
    'http://[::1]:49152/authenticate?a=b',
    'http://[0:0:0:0:0:0:0:1]:49152/authenticate',
    'http://127.1:49152/authenticate?a=b',
    'http://localhost.:49152/authenticate',
    'http://localhost:049152/authenticate',
    'http://localhost:80/authenticate',
    'http://localhost:70000/authenticate',
    'http://user@localhost:49152/authenticate',
    'https://app.example.org:444/in',
  ])('not %s', wish => expect(chosen(wish)).toEqual({ kind: 'not-allowed' }))
})
