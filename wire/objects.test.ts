import { describe, expect, test } from 'vitest'
import { authenticationFactor, authResult, type Session, session, type User, user } from './objects.schema.ts'
import { passwordStrength } from './passwords.schema.ts'
import { bootstrap } from './projects.schema.ts'
import { oauthProviders } from './providers.ts'

const at = '2025-01-01T00:00:00Z'
const exampleUser: User = {
  user_id: 'user-test-1',
  created_at: at,
  updated_at: at,
  status: 'active',
  name: { first_name: '', middle_name: '', last_name: '' },
  emails: [{ email_id: 'email-test-1', email: 'a@example.test', verified: true }],
  phone_numbers: [{ phone_id: 'phone-number-test-1', phone_number: '+14155550100', verified: true }],
  crypto_wallets: [
    {
      crypto_wallet_id: 'crypto-wallet-test-1',
      crypto_wallet_address: '0x',
      crypto_wallet_type: 'ethereum',
      verified: true,
    },
  ],
  providers: [
    {
      oauth_user_registration_id: 'oauth-user-test-1',
      provider_subject: '1000',
      provider_type: 'Google',
      profile_picture_url: '',
      locale: '',
    },
  ],
  password: { password_id: 'password-test-1', requires_reset: false },
  totps: [{ totp_id: 'totp-test-1', verified: true }],
  webauthn_registrations: [
    {
      webauthn_registration_id: 'webauthn-registration-test-1',
      domain: 'localhost',
      user_agent: 'x',
      authenticator_type: 'platform',
      verified: true,
      name: 'My key',
      discoverable: true,
      backed_up: true,
    },
  ],
  biometric_registrations: [{ biometric_registration_id: 'b', verified: true }],
  roles: ['stytch_user'],
  trusted_metadata: {},
  untrusted_metadata: {},
  external_id: null,
}
const exampleSession: Session = {
  session_id: 'session-test-1',
  user_id: 'user-test-1',
  started_at: at,
  last_accessed_at: at,
  expires_at: at,
  attributes: { ip_address: '203.0.113.4', user_agent: 'x' },
  custom_claims: null,
  roles: ['stytch_user'],
  authentication_factors: [
    {
      type: 'otp',
      delivery_method: 'sms',
      last_authenticated_at: at,
      phone_number_factor: { phone_id: 'phone-number-test-1', phone_number: '+14155550100' },
    },
  ],
}

describe('contract objects', () => {
  test('a user matches the schema', () => {
    expect(user.parse(exampleUser)).toEqual(exampleUser)
    expect(user.safeParse({ ...exampleUser, password: null }).success).toBe(true)
  })

  test('a user with a missing or undocumented key does not match', () => {
    const { updated_at: _, ...incomplete } = exampleUser
    expect(user.safeParse(incomplete).success).toBe(false)
    expect(user.safeParse({ ...exampleUser, nickname: 'ada' }).success).toBe(false)
  })

  test('a session matches the schema', () => {
    expect(session.parse(exampleSession)).toEqual(exampleSession)
  })

  test('an AuthResult matches with tokens and with HttpOnly cookies', () => {
    const result = {
      request_id: 'request-id-test-1',
      status_code: 200,
      user_id: 'user-test-1',
      user: exampleUser,
      session: exampleSession,
      session_token: 't',
      session_jwt: 'h.p.s',
      __user: exampleUser,
    }
    expect(authResult.parse(result)).toEqual(result)
    expect(authResult.safeParse({ ...result, session_token: '', session_jwt: '' }).success).toBe(true)
    expect(authResult.safeParse({ ...result, __user: undefined }).success).toBe(false)
  })

  test('a password strength result matches the schema', () => {
    const weak = {
      request_id: 'r',
      status_code: 200,
      valid_password: false,
      score: 1,
      breached_password: false,
      strength_policy: 'zxcvbn',
      breach_detection_on_create: true,
      feedback: {
        warning: '',
        suggestions: [],
        luds_requirements: {
          has_lower_case: true,
          has_upper_case: false,
          has_digit: false,
          has_symbol: false,
          missing_characters: 3,
          missing_complexity: 2,
        },
      },
    }
    expect(passwordStrength.parse(weak)).toEqual(weak)
  })

  test('bootstrap matches the schema, and not without the two keys clients depend on', () => {
    const example = {
      request_id: 'r',
      status_code: 200,
      project_name: 'Corroborate',
      disable_sdk_watermark: true,
      cname_domain: null,
      email_domains: ['example.test'],
      captcha_settings: { enabled: false },
      pkce_required_for_email_magic_links: false,
      pkce_required_for_password_resets: false,
      pkce_required_for_oauth: false,
      pkce_required_for_sso: false,
      slug_pattern: null,
      create_organization_enabled: false,
      password_config: null,
      dfp_protected_auth_enabled: false,
      dfp_protected_auth_mode: 'OBSERVATION',
      openid_issuer: 'https://identity.example.org/v1/public/project-test-1',
      rbac_policy: null,
      siwe_required_for_crypto_wallets: false,
      vertical: 'CONSUMER',
      captcha: { service: 'proof-of-work', site_key: '', on_every_call: false },
      oauth_providers: [],
    }
    expect(bootstrap.parse(example)).toEqual(example)
    for (const key of ['captcha_settings', 'password_config']) {
      expect(bootstrap.safeParse({ ...example, [key]: undefined }).success).toBe(false)
    }
  })
})

describe('authentication factor', () => {
  test.each([
    ['magic_link', 'email', { email_factor: { email_id: 'e', email_address: 'a@example.test' } }],
    ['magic_link', 'embedded', { email_factor: { email_id: 'e', email_address: 'a@example.test' } }],
    ['otp', 'whatsapp', { phone_number_factor: { phone_id: 'p', phone_number: '+14155550100' } }],
    ['password', 'knowledge', {}],
    ['totp', 'authenticator_app', { authenticator_app_factor: { totp_id: 't' } }],
    ['recovery_code', 'recovery_code', { recovery_code_factor: { totp_recovery_code_id: 'r' } }],
    [
      'webauthn',
      'webauthn_registration',
      { webauthn_factor: { webauthn_registration_id: 'w', domain: 'd', user_agent: 'u', user_verified: true } },
    ],
    [
      'signature_challenge',
      'crypto_wallet',
      { crypto_wallet_factor: { crypto_wallet_id: 'c', crypto_wallet_address: '0x', crypto_wallet_type: 'solana' } },
    ],
    ['oauth', 'oauth_access_token_exchange', { oauth_access_token_exchange_factor: { client_id: 'c' } }],
  ])('the factor %s by %s matches the schema', (type, delivery_method, payload) => {
    const factor = { type, delivery_method, last_authenticated_at: at, ...payload }
    expect(authenticationFactor.parse(factor)).toEqual(factor)
  })

  test.each(oauthProviders)('an OAuth factor by %s has its name in the payload key', provider => {
    const payload = { id: 'o', provider_subject: '1000' }
    const factor = { type: 'oauth', delivery_method: `oauth_${provider}`, last_authenticated_at: at }
    expect(authenticationFactor.safeParse({ ...factor, [`${provider}_oauth_factor`]: payload }).success).toBe(true)
    expect(authenticationFactor.safeParse({ ...factor, other_oauth_factor: payload }).success).toBe(false)
  })
})
