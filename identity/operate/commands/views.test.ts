import type { User } from '@corroborate/wire/types'
import { describe, expect, test } from 'vitest'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Client } from '../../openid/index.ts'
import type { StoredAuditEntry } from '../../platform/audit/store.ts'
import { type Project, type ProjectConfig, projectConfig } from '../../projects/index.ts'
import {
  appLines,
  appView,
  auditLines,
  projectLines,
  projectRows,
  projectSummary,
  projectView,
  sessionLine,
  sessionView,
  userLines,
  userSummary,
} from './views.ts'

const at = Date.UTC(2026, 0, 31, 8)
const later = Date.UTC(2026, 1, 1, 9)

const projectWith = (config: Partial<ProjectConfig> = {}): Project => ({
  ...projectConfig.parse(config),
  id: 'project-test-1',
  publicToken: 'public-token-test-1',
  name: 'Journal',
  environment: 'test',
  createdAt: at,
  updatedAt: later,
})

describe('project output', () => {
  const rowsOf = (config: Partial<ProjectConfig> = {}): Record<string, string> =>
    Object.fromEntries(projectRows(projectWith(config)))
  const { passwords, pkce, rbac } = projectConfig.parse({})

  test('JSON output separates a project’s settings from its identity', () => {
    const config = projectConfig.parse({ watermark: true })
    expect(projectView(projectWith(config))).toEqual({
      project_id: 'project-test-1',
      public_token: 'public-token-test-1',
      name: 'Journal',
      environment: 'test',
      created_at: '2026-01-31T08:00:00.000Z',
      updated_at: '2026-02-01T09:00:00.000Z',
      settings: config,
    })
  })

  test('the project list shows one line with the allowed origins', () => {
    const allowedOrigins = ['https://a.example', 'https://b.example']
    expect(projectSummary(projectWith({ allowedOrigins }))).toBe(
      'public-token-test-1  Journal  https://a.example https://b.example',
    )
  })

  test('the project table has a row per setting', () => {
    expect(projectRows(projectWith())).toEqual([
      ['name', 'Journal'],
      ['public token', 'public-token-test-1'],
      ['project id', 'project-test-1'],
      ['origins', 'none'],
      ['login redirects', 'none'],
      ['signup redirects', 'none'],
      ['reset_password redirects', 'none'],
      ['user events', 'none'],
      ['e-mail domains', 'none'],
      ['cname domain', 'none'],
      ['HttpOnly cookies', 'off'],
      ['passwords', 'zxcvbn'],
      ['breach detection', 'on, also at log-in'],
      ['minutes to live', 'magic link 30, password reset 30, passcode 5'],
      ['sessions', '527040 minutes a call, 527040 in all, recent factor 5'],
      ['limited pending sessions', 'off'],
      ['JWT algorithm', 'RS256'],
      ['roles', 'stytch_user'],
      ['scopes', 'none'],
      ['PKCE required', 'magic links off, password resets off, OAuth off'],
      ['Sign-In with Ethereum', 'off'],
      ['strict linking', 'off'],
      ['language', 'en'],
      ['watermark', 'off'],
      ['captcha', 'proof of work, never'],
      ['device fingerprint', 'off'],
      ['enumeration protection', 'off'],
      ['text countries', 'built-in list'],
    ])
  })

  test('the project table shows the chosen values', () => {
    expect(
      rowsOf({
        allowedOrigins: ['https://a.example', 'https://b.example'],
        redirectUrls: {
          login: ['https://a.example/in', 'https://a.example/too'],
          signup: ['https://a.example/up'],
          reset_password: ['https://a.example/again'],
        },
        userEventsUrl: 'https://a.example/told',
        emailDomains: ['a.example', 'b.example'],
        cnameDomain: 'login.a.example',
        httpOnlyCookies: true,
        expirations: { magicLink: 1, passwordReset: 2, passcode: 3 },
        sessions: { maximumMinutes: 6, absoluteMinutes: 7, recentFactorMinutes: 8, limitPending: true },
        jwtAlgorithm: 'ES256',
        rbac: {
          ...rbac,
          roles: [...rbac.roles, { role_id: 'editor', description: '', permissions: [] }],
          scopes: [
            { scope: 'read', description: '', permissions: [] },
            { scope: 'write', description: '', permissions: [] },
          ],
        },
        siwe: true,
        strictLinking: true,
        locale: 'de',
        watermark: true,
        deviceFingerprint: 'observation',
        enumerationProtection: true,
        smsCountries: ['CH', 'DE'],
      }),
    ).toMatchObject({
      origins: 'https://a.example https://b.example',
      'login redirects': 'https://a.example/in https://a.example/too',
      'signup redirects': 'https://a.example/up',
      'reset_password redirects': 'https://a.example/again',
      'user events': 'https://a.example/told',
      'e-mail domains': 'a.example b.example',
      'cname domain': 'login.a.example',
      'HttpOnly cookies': 'on',
      'minutes to live': 'magic link 1, password reset 2, passcode 3',
      sessions: '6 minutes a call, 7 in all, recent factor 8',
      'limited pending sessions': 'on',
      'JWT algorithm': 'ES256',
      roles: 'stytch_user editor',
      scopes: 'read write',
      'Sign-In with Ethereum': 'on',
      'strict linking': 'on',
      language: 'de',
      watermark: 'on',
      'device fingerprint': 'observation',
      'enumeration protection': 'on',
      'text countries': 'CH DE',
    })
  })

  test('the user events row shows when no URL is set', () => {
    expect(rowsOf({ userEventsUrl: null })['user events']).toBe('none')
    expect(rowsOf()['user events']).toBe('none')
  })

  test('the project table shows the password policy', () => {
    const luds = { ...passwords, policy: 'luds', ludsMinimumCount: 10, ludsComplexity: 2 } as const
    expect(rowsOf({ passwords: luds })).toMatchObject({ passwords: 'luds, 10 characters, 2 kinds' })
  })

  test.each([
    [true, true, 'on, also at log-in'],
    [true, false, 'on, not at log-in'],
    [false, true, 'off'],
    [false, false, 'off'],
  ])('the project table shows breach checking (%s, at sign-in %s)', (breachDetection, breachDetectionAtLogIn, said) => {
    const config = { passwords: { ...passwords, breachDetection, breachDetectionAtLogIn } }
    expect(rowsOf(config)['breach detection']).toBe(said)
  })

  test.each([
    [{ magicLinks: true }, 'magic links on, password resets off, OAuth off'],
    [{ passwordResets: true }, 'magic links off, password resets on, OAuth off'],
    [{ oauth: true }, 'magic links off, password resets off, OAuth on'],
  ])('the project table shows what requires PKCE (%o)', (needed, said) => {
    expect(rowsOf({ pkce: { ...pkce, ...needed } })['PKCE required']).toBe(said)
  })

  const captcha = { service: 'turnstile', siteKey: 'key-1', minimumScore: 0.5, cloudProject: '' } as const
  test.each([
    [{ adaptiveCaptcha: true }, 'proof of work, when limits are near'],
    [{ captchaOnEveryCall: true }, 'proof of work, on every call'],
    [{ adaptiveCaptcha: true, captchaOnEveryCall: true }, 'proof of work, on every call'],
    [{ captcha }, 'turnstile (key-1), never'],
  ])('the project table shows the captcha and its mode (%o)', (config, said) => {
    expect(rowsOf(config).captcha).toBe(said)
  })

  test('table values are aligned', () => {
    const lines = projectLines(projectWith()).split('\n')
    expect(lines).toHaveLength(28)
    expect(lines[0]).toBe('name                      Journal')
    expect(lines[6]).toBe('reset_password redirects  none')
  })
})

describe('user output', () => {
  const nobody: User = {
    user_id: 'user-test-1',
    created_at: '2026-01-31T08:00:00Z',
    updated_at: '2026-02-01T09:00:00Z',
    status: 'active',
    name: { first_name: '', middle_name: '', last_name: '' },
    emails: [],
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
  }
  const linesOf = (user: Partial<User> = {}): Record<string, string> =>
    Object.fromEntries(
      userLines({ ...nobody, ...user })
        .split('\n')
        .map(line => [line.slice(0, 15).trim(), line.slice(15).trim()]),
    )
  const email = (email: string, verified: boolean) => ({ email_id: email, email, verified })
  const phone = (phone_number: string, verified: boolean) => ({ phone_id: phone_number, phone_number, verified })

  test('the user list shows one line with the first address', () => {
    const user = {
      ...nobody,
      emails: [email('ada@example.org', true), email('ada@example.com', true)],
      phone_numbers: [phone('+41446681800', true)],
      roles: ['stytch_user', 'moderator'],
    }
    expect(userSummary(user)).toBe('user-test-1  ada@example.org  active  stytch_user,moderator')
    expect(userSummary({ ...user, emails: [] })).toBe('user-test-1  +41446681800  active  stytch_user,moderator')
    expect(userSummary(nobody)).toBe('user-test-1    active  ')
  })

  test('a user without data shows none for every row', () => {
    expect(linesOf()).toEqual({
      'user id': 'user-test-1',
      name: 'none',
      status: 'active',
      roles: 'none',
      'e-mails': 'none',
      phones: 'none',
      password: 'none',
      passkeys: 'none',
      wallets: 'none',
      'linked accounts': 'none',
      authenticator: 'none',
      'external id': 'none',
      created: '2026-01-31T08:00:00Z',
      updated: '2026-02-01T09:00:00Z',
    })
    expect(userLines(nobody)).toMatch(/^user id {10}user-test-1\n/)
  })

  test('the user table has a line per kind of data', () => {
    expect(
      linesOf({
        status: 'pending',
        name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
        roles: ['stytch_user', 'moderator'],
        emails: [email('ada@example.org', true), email('new@example.org', false)],
        phone_numbers: [phone('+41446681800', true), phone('+41446681801', false)],
        password: { password_id: 'password-1', requires_reset: false },
        webauthn_registrations: [
          {
            webauthn_registration_id: 'webauthn-1',
            name: 'Laptop',
            domain: 'a.example',
            user_agent: '',
            authenticator_type: 'platform',
            verified: true,
            discoverable: true,
            backed_up: false,
          },
        ],
        crypto_wallets: [
          {
            crypto_wallet_id: 'wallet-1',
            crypto_wallet_address: '0xabc',
            crypto_wallet_type: 'ethereum',
            verified: true,
          },
        ],
        providers: [
          {
            oauth_user_registration_id: 'oauth-1',
            provider_type: 'Google',
            provider_subject: 'subject-1',
            profile_picture_url: '',
            locale: '',
          },
        ],
        totps: [
          { totp_id: 'totp-1', verified: false },
          { totp_id: 'totp-2', verified: true },
        ],
        external_id: '42',
      }),
    ).toMatchObject({
      name: 'Ada Lovelace',
      status: 'pending',
      roles: 'stytch_user moderator',
      'e-mails': 'ada@example.org new@example.org (unverified)',
      phones: '+41446681800 +41446681801 (unverified)',
      password: 'set',
      passkeys: 'Laptop (a.example)',
      wallets: '0xabc (ethereum)',
      'linked accounts': 'Google (subject-1)',
      authenticator: 'set',
      'external id': '42',
    })
  })

  test('the user table shows a required password reset', () => {
    expect(linesOf({ password: { password_id: 'password-1', requires_reset: true } }).password).toBe('to be reset')
  })

  test('the user table shows no unconfirmed authenticator app', () => {
    expect(linesOf({ totps: [{ totp_id: 'totp-1', verified: false }] }).authenticator).toBe('none')
  })
})

describe('audit log output', () => {
  const entry: StoredAuditEntry = {
    audit_id: 'audit-1',
    at: '2026-01-31T08:00:00.000Z',
    actor: 'operator:eve',
    user_id: null,
    action: 'project.changed',
    factor: null,
    ip_address: null,
    user_agent: null,
    request_id: null,
    details: {},
  }

  test('audit output has a line per entry with the known details', () => {
    const own = {
      ...entry,
      ...{ actor: 'user-1', user_id: 'user-1', action: 'email.added', factor: 'otp/email', ip_address: '192.0.2.1' },
      details: { email: 'ada@example.org' },
    }
    expect(auditLines([entry, own, { ...entry, user_id: 'user-1' }]).split('\n')).toEqual([
      '2026-01-31T08:00:00.000Z  project.changed  -  by operator:eve',
      '2026-01-31T08:00:00.000Z  email.added  user-1  by themselves  otp/email  192.0.2.1  {"email":"ada@example.org"}',
      '2026-01-31T08:00:00.000Z  project.changed  user-1  by operator:eve',
    ])
  })

  test('audit output reports an empty log', () => {
    expect(auditLines([])).toBe('Nothing yet.')
  })
})

describe('application output', () => {
  const client: Client = {
    id: 'client-1',
    origin: 'operator',
    secretHash: 'hash',
    name: 'Reader',
    description: 'Reads papers.',
    firstParty: true,
    isPublic: false,
    redirectUrls: ['https://a.example/cb', 'https://b.example/cb'],
    postLogoutRedirectUrls: ['https://a.example/bye'],
    backchannelLogoutUrl: null,
    scopes: ['openid', 'email'],
    resources: ['https://api.example'],
    serves: ['https://own.example'],
    clientCredentials: true,
    pkce: false,
    authMethod: 'private_key_jwt',
    jwks: { keys: [{ kty: 'EC', kid: 'key-1' }, { kty: 'EC' }] },
    jwksUri: null,
    profile: 'none',
    registered: {},
    logo: 'data:image/png;base64,AAAA',
    createdAt: at,
    updatedAt: later,
  }

  test('an application is printed without its secret and logo', () => {
    expect(appView(client)).toEqual({
      client_id: 'client-1',
      name: 'Reader',
      description: 'Reads papers.',
      origin: 'operator',
      first_party: true,
      public: false,
      redirect_urls: ['https://a.example/cb', 'https://b.example/cb'],
      post_logout_redirect_urls: ['https://a.example/bye'],
      backchannel_logout_url: null,
      scopes: ['openid', 'email'],
      resources: ['https://api.example'],
      serves: ['https://own.example'],
      client_credentials: true,
      pkce: false,
      auth_method: 'private_key_jwt',
      jwks_uri: null,
      key_ids: ['key-1', ''],
      profile: 'none',
      has_logo: true,
      created_at: '2026-01-31T08:00:00.000Z',
    })
    expect(appView({ ...client, jwks: null, logo: null })).toMatchObject({ key_ids: [], has_logo: false })
  })

  test('an application table puts lists on one line', () => {
    const lines = appLines(client).split('\n')
    expect(lines).toContain('client_id                  client-1')
    expect(lines).toContain('first_party                true')
    expect(lines).toContain('redirect_urls              https://a.example/cb https://b.example/cb')
    expect(lines).toContain('backchannel_logout_url     ')
  })
})

test('a session is printed with place and sign-in method', () => {
  const password = {
    type: 'password',
    delivery_method: 'knowledge',
    last_authenticated_at: '2026-01-31T08:00:00Z',
  } as const
  const app = {
    ...({ type: 'totp', delivery_method: 'authenticator_app', last_authenticated_at: '2026-01-31T08:00:00Z' } as const),
    authenticator_app_factor: { totp_id: 'totp-1' },
  }
  const session: LiveSession = {
    id: 'session-1',
    userId: 'user-1',
    startedAt: at,
    lastAccessedAt: later,
    expiresAt: later + 60_000,
    endsAt: later + 120_000,
    address: '192.0.2.1',
    userAgent: 'Firefox',
    factors: [password, app],
    customClaims: {},
    rememberedDevice: null,
  }
  expect(sessionView(session)).toEqual({
    session_id: 'session-1',
    started_at: '2026-01-31T08:00:00.000Z',
    last_accessed_at: '2026-02-01T09:00:00.000Z',
    expires_at: '2026-02-01T09:01:00.000Z',
    ip_address: '192.0.2.1',
    user_agent: 'Firefox',
    factors: ['password', 'totp'],
  })
  expect(sessionLine(session)).toBe('session-1  2026-02-01T09:00:00.000Z  192.0.2.1  password+totp  Firefox')
})
