import { expect, test } from 'vitest'
import { rows } from './rows/index.ts'
import { discoveryOf } from './upstream.ts'

const base = 'http://127.0.0.1:5411'

test('the discovery document lists the fake server’s endpoints and the real issuer', () => {
  expect(discoveryOf(base, rows.google)).toMatchObject({
    issuer: 'https://accounts.google.com',
    authorization_endpoint: `${base}/accounts.google.com/o/oauth2/v2/auth`,
    token_endpoint: `${base}/oauth2.googleapis.com/token`,
    userinfo_endpoint: `${base}/openidconnect.googleapis.com/v1/userinfo`,
    jwks_uri: `${base}/www.googleapis.com/oauth2/v3/certs`,
    id_token_signing_alg_values_supported: ['RS256'],
  })
})

test('the discovery document of a multi-tenant provider is that of the common tenant', () => {
  expect(discoveryOf(base, rows.microsoft)).toMatchObject({
    authorization_endpoint: `${base}/login.microsoftonline.com/common/oauth2/v2.0/authorize`,
    jwks_uri: `${base}/login.microsoftonline.com/common/discovery/v2.0/keys`,
  })
})

test('a provider without a profile request has no userinfo endpoint', () => {
  expect(discoveryOf(base, rows.apple).userinfo_endpoint).toBeUndefined()
})
