import { describe, expect, test } from 'vitest'
import type { Project } from '../../projects/index.ts'
import { expiredCookies, sessionCookies, tokenOf, usesCookies } from './require-own-session.ts'

const projectWith = (settings: Partial<Pick<Project, 'httpOnlyCookies' | 'cnameDomain'>> = {}) =>
  ({ httpOnlyCookies: true, cnameDomain: 'login.example.org', ...settings }) as Project
const url = 'https://login.example.org/sdk/v1/users/me'

describe('sessions in cookies', () => {
  test.each([
    ['on the host of the project', projectWith(), url, true],
    ['on its host at a port', projectWith(), 'https://login.example.org:8443/', true],
    [
      'on its host at the port that it names',
      projectWith({ cnameDomain: 'a.example:81' }),
      'http://a.example:81/',
      true,
    ],
    ['not at another port than it names', projectWith({ cnameDomain: 'a.example:81' }), 'http://a.example:82/', false],
    ['not on another host', projectWith(), 'https://example.org/', false],
    ['not where the project does not want it', projectWith({ httpOnlyCookies: false }), url, false],
    ['not where the project has no host', projectWith({ cnameDomain: null }), url, false],
  ])('sessions use cookies %s', (_, project, of, uses) => expect(usesCookies(project, of)).toBe(uses))
})

describe('session token of a request', () => {
  const cookies = 'theme=dark; __Host-stytch_session=in-cookies'
  test.each([
    ['that of its credentials', { inHeader: 'in-header', cookies, url }, 'in-header'],
    ['else that of its cookies', { inHeader: null, cookies, url }, 'in-cookies'],
    ['none on another host', { inHeader: null, cookies, url: 'https://example.org/' }, null],
    ['none without cookies', { inHeader: null, cookies: undefined, url }, null],
    ['none in an empty cookie', { inHeader: null, cookies: '__Host-stytch_session=', url }, null],
    ['none in a cookie of another name', { inHeader: null, cookies: 'stytch_session=in-cookies', url }, null],
    ['none in a cookie that is there twice', { inHeader: null, cookies: `${cookies}; ${cookies}`, url }, null],
  ])('the session token is %s', (_, sent, token) => expect(tokenOf(projectWith(), sent)).toBe(token))
})

test('session cookies expire with their session and are removed when it ends earlier', () => {
  const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax'
  expect(sessionCookies('token', 'jwt', '2030-01-31T12:00:00Z')).toEqual([
    `__Host-stytch_session=token; Expires=Thu, 31 Jan 2030 12:00:00 GMT; ${attributes}`,
    `__Host-stytch_session_jwt=jwt; Expires=Thu, 31 Jan 2030 12:00:00 GMT; ${attributes}`,
  ])
  expect(expiredCookies()).toEqual([
    `__Host-stytch_session=; Max-Age=0; ${attributes}`,
    `__Host-stytch_session_jwt=; Max-Age=0; ${attributes}`,
  ])
})
