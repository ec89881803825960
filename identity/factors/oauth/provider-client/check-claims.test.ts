import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { faultOf } from './id-token.ts'

const now = 1_800_000_000_000
const iat = now / 1_000
const header = { kid: 'key' }
const half = createHash('sha256').update('token').digest().subarray(0, 16).toString('base64url')

test.each([
  ['nothing', { iat }, header, null],
  ['nothing, issued an hour ago', { iat: iat - 3_600 }, header, null],
  ['nothing, by a clock that is an hour ahead', { iat: iat + 3_600 }, header, null],
  ['its time', { iat: iat - 3_601 }, header, 'iat'],
  ['its time', { iat: iat + 3_601 }, header, 'iat'],
  ['its time', { iat: String(iat) }, header, 'iat'],
  ['its time', {}, header, 'iat'],
  ['its key', { iat }, {}, 'no kid'],
  ['its key', { iat }, { kid: 7 }, 'no kid'],
  ['nothing, and it belongs to the access token', { iat, at_hash: half }, header, null],
  ['the access token that it belongs to', { iat, at_hash: `${half}A` }, header, 'at_hash'],
  ['the access token that it belongs to', { iat, at_hash: null }, header, 'at_hash'],
])('rejected id_token claim: %s with %j', (_, claims, head, fault) => {
  expect(faultOf(claims, { header: head, accessToken: 'token', now })).toBe(fault)
})

test('an id_token without an access token needs no at_hash', () => {
  expect(faultOf({ iat, at_hash: 'any' }, { header, accessToken: null, now })).toBeNull()
})
