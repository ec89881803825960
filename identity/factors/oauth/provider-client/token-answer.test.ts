import { expect, test } from 'vitest'
import { standardAnswer } from './id-token.ts'

const bearer = { access_token: 'a', token_type: 'bearer' }

test.each<[string, unknown, object]>([
  [
    'is one already',
    { access_token: 'a', token_type: 'Bearer', scope: 'x y' },
    { ...bearer, token_type: 'Bearer', scope: 'x y' },
  ],
  ['does not say that its token is a bearer token', { access_token: 'a' }, bearer],
  ['has its scopes in a list', { access_token: 'a', scope: ['x', 7, 'y', null] }, { ...bearer, scope: 'x y' }],
  ['has its scopes under another name', { access_token: 'a', scopes: 'x y' }, { ...bearer, scope: 'x y' }],
  ['has scopes that are no text', { access_token: 'a', scope: 7 }, bearer],
  ['says that all went well', { access_token: 'a', ok: true }, bearer],
  [
    'says more',
    { access_token: 'a', refresh_token: 'r', id_token: 'i' },
    { ...bearer, refresh_token: 'r', id_token: 'i' },
  ],
])('a token response that %s is normalized to the standard', (_, answer, body) => {
  expect(standardAnswer(answer, 200)).toEqual({ body, status: 200 })
})

test.each<[unknown, number, string, number]>([
  [{ error: 'bad_verification_code' }, 200, 'bad_verification_code', 400],
  [{ error: 'invalid_client' }, 401, 'invalid_client', 401],
  [{ error: 'invalid_grant' }, 400, 'invalid_grant', 400],
  [{ error: 'odd' }, 399, 'odd', 400],
  [{ ok: false }, 200, 'invalid_request', 400],
  [{ ok: false, error: 'invalid_code' }, 200, 'invalid_code', 400],
  [{ error: null }, 200, 'invalid_request', 400],
  [{ error: ['x'] }, 200, 'invalid_request', 400],
  [{ error: '' }, 200, 'invalid_request', 400],
  [{ error: 'é' }, 200, 'invalid_request', 400],
  [{ error: 'é but' }, 200, 'invalid_request', 400],
  [{ error: 'bad é' }, 200, 'invalid_request', 400],
  [{ error: 'x'.repeat(100) }, 200, 'x'.repeat(100), 400],
  [{ error: 'x'.repeat(101) }, 200, 'invalid_request', 400],
])('the response %j with status %i becomes the error %s with %i and no token', (answer, status, error, told) => {
  expect(standardAnswer(answer, status)).toEqual({ body: { error }, status: told })
  expect(standardAnswer({ access_token: 'a', ...(answer as object) }, status)?.body).toEqual({ error })
})

test.each([null, [], 'text', 7, undefined])('%j is not a token response', answer => {
  expect(standardAnswer(answer, 200)).toBeNull()
})
