import type { AuthResult, Session, User } from '@corroborate/wire/types'

export const publicToken = 'public-token-test-1'

const someUser = (changes: Partial<User> = {}): User => ({
  user_id: 'user-test-1',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  status: 'active',
  name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
  emails: [{ email_id: 'email-test-1', email: 'ada@example.org', verified: true }],
  phone_numbers: [],
  crypto_wallets: [],
  providers: [],
  password: null,
  totps: [],
  webauthn_registrations: [],
  biometric_registrations: [],
  roles: [],
  trusted_metadata: {},
  untrusted_metadata: {},
  external_id: null,
  ...changes,
})

const someSession = (changes: Partial<Session> = {}): Session => ({
  session_id: 'session-test-1',
  user_id: 'user-test-1',
  started_at: '2026-01-01T00:00:00Z',
  last_accessed_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-02T00:00:00Z',
  attributes: { ip_address: '203.0.113.4', user_agent: 'a browser' },
  custom_claims: null,
  roles: [],
  authentication_factors: [],
  ...changes,
})

type Signing = { token?: string; jwt?: string; session?: Partial<Session>; user?: Partial<User> }

/** Creates the `data` of a sign-in response. */
export const authResult = ({ token = 'token-1', jwt = 'jwt-1', session, user }: Signing = {}): AuthResult => ({
  request_id: 'request-id-test-1',
  status_code: 200,
  user_id: 'user-test-1',
  user: someUser(user),
  session: someSession(session),
  session_token: token,
  session_jwt: jwt,
  __user: someUser(user),
})
