import type { Script } from '../testing/index.ts'
import { refusal, signedInAs, silence } from '../testing/index.ts'

// Gallery accounts: one with everything, and a new one.

const at = '2026-11-22T09:30:00.000Z'
const passkey = (n: number, name: string, backed_up: boolean) => ({
  webauthn_registration_id: `passkey-${n}`,
  domain: 'example.org',
  user_agent: '',
  authenticator_type: '' as const,
  verified: true,
  name,
  discoverable: true,
  backed_up,
})

const newcomer = {
  user_id: 'user-test-1',
  created_at: at,
  updated_at: at,
  status: 'active' as const,
  name: { first_name: '', middle_name: '', last_name: '' },
  emails: [{ email_id: 'email-1', email: 'ada.lovelace@example.org', verified: false }],
  phone_numbers: [],
  crypto_wallets: [],
  providers: [],
  password: { password_id: 'password-1', requires_reset: false },
  totps: [],
  webauthn_registrations: [],
  biometric_registrations: [],
  roles: ['stytch_user'],
  trusted_metadata: {},
  untrusted_metadata: {},
  external_id: null,
}

const regular = {
  ...newcomer,
  name: { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' },
  emails: [
    { email_id: 'email-1', email: 'ada.lovelace@example.org', verified: true },
    { email_id: 'email-2', email: 'the.countess.of.lovelace.and.her.engine@analytical.example.org', verified: true },
  ],
  phone_numbers: [{ phone_id: 'phone-1', phone_number: '+442079460000', verified: true }],
  crypto_wallets: [
    {
      crypto_wallet_id: 'wallet-1',
      crypto_wallet_address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      crypto_wallet_type: 'ethereum' as const,
      verified: true,
    },
  ],
  providers: [
    {
      oauth_user_registration_id: 'oauth-1',
      provider_subject: '1000',
      provider_type: 'Google',
      profile_picture_url: '',
      locale: '',
    },
  ],
  totps: [{ totp_id: 'totp-1', verified: true }],
  webauthn_registrations: [
    passkey(1, 'iCloud Keychain', true),
    passkey(2, 'A key with a name that is longer than a phone is wide', false),
  ],
}

/** An account with only a social sign-in. */
const visitor = { ...newcomer, emails: [], password: null, providers: regular.providers }

const session = (n: number, browser: string, system: string, network: string, is_current = false) => ({
  session_id: `session-${n}`,
  is_current,
  started_at: at,
  last_accessed_at: at,
  expires_at: at,
  device: { browser, system },
  network,
  factors: ['password' as const],
})

const device = (n: number, browser: string, system: string, network: string) => ({
  device_id: `device-${n}`,
  is_current: false,
  remembered_at: at,
  last_used_at: at,
  expires_at: '2026-12-22T09:30:00.000Z',
  device: { browser, system },
  network,
})

const event = (n: number, action: string, more: object = {}) => ({
  event_id: `event-${n}`,
  at,
  action,
  factor: null,
  by_operator: false,
  device: { browser: 'Firefox', system: 'Linux' },
  network: '203.0.113.0/24',
  ...more,
})

const sessions = [
  session(1, 'Firefox', 'Linux', '203.0.113.0/24', true),
  session(2, 'Safari', 'iPhone', '2001:db8:1::/48'),
  session(3, '', '', ''),
]
const remembered = [
  { ...device(1, 'Firefox', 'Linux', '203.0.113.0/24'), is_current: true },
  device(2, 'Safari', 'iPhone', '2001:db8:1::/48'),
]
const events = [
  event(1, 'session.issued', { factor: 'webauthn' }),
  event(2, 'passkey.registered'),
  event(3, 'email.added'),
  event(4, 'password.changed'),
  event(5, 'user.roles_changed', { by_operator: true, device: { browser: '', system: '' }, network: '' }),
  event(6, 'session.issued', { factor: 'otp' }),
]

/** The smallest picture there is, in place of a QR code. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const app = (n: number, name: string, scopes_granted: string) => ({
  connected_app_id: `connected-app-${n}`,
  name,
  description: '',
  client_type: 'third_party' as const,
  scopes_granted,
  granted_at: at,
  updated_at: at,
})
const apps = [
  app(1, 'Reader', 'openid email'),
  app(
    2,
    'The Reader of Everything That Was Ever Written, Professional Edition',
    'openid profile offline_access papers.write',
  ),
]

const scriptOf = (user: object, more: Script = {}): Script => ({
  ...signedInAs(user),
  user: { get: async () => user, ...more.user },
  session: { ...more.session },
  account: {
    sessions: async () => sessions,
    events: async () => events,
    devices: async () => remembered,
    ...more.account,
  },
  totps: {
    create: async () => ({
      totp_id: 'totp-1',
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      qr_code: picture,
      recovery_codes: ['abcd-efgh-ijkl', 'mnop-qrst-uvwx', 'yz23-4567-89ab', 'cdef-ghij-klmn'],
    }),
    recoveryCodes: async () => ({
      totps: [{ recovery_codes: ['abcd-efgh-ijkl', 'mnop-qrst-uvwx', 'yz23-4567-89ab', 'cdef-ghij-klmn'] }],
    }),
  },
})

const askingForProof = scriptOf(regular, {
  user: { deleteEmail: () => Promise.reject(refusal('stale_factors', 'Too long ago.')) },
})

const impersonated = {
  type: 'impersonated',
  impersonated_factor: {
    impersonator_id: 'operator-1',
    impersonator_email_address: 'the.operator.of.the.analytical.engine@example.org',
  },
}

const begin = { screen: 'Account' } as const
const config = { products: ['otp'] as const, otpOptions: { methods: ['sms'] as const } }
/** A page with social sign-in and wallets. */
const offering = {
  products: ['oauth', 'crypto'] as const,
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] as const },
}
const tool = (section: number, place = 1) =>
  `.siw-account-section:nth-child(${section}) :nth-child(${place} of .siw-account-tool)`
const confirm = '.siw-account-choice > .siw-button'

/** All states of the account page. `steps`: actions to reach them. */
export const accountCases = {
  Account: { script: scriptOf(regular), begin, config },
  'Account, new': { script: scriptOf(newcomer), begin, config },
  'Account, waiting': {
    script: scriptOf(regular, { account: { sessions: silence, events: () => Promise.reject(new Error('None.')) } }),
    begin,
  },
  'Account, nobody signed in': { begin },
  'Account, impersonated': {
    script: scriptOf(regular, { session: { getSync: () => ({ authentication_factors: [impersonated] }) } }),
    begin,
  },
  'Account, changing': {
    script: scriptOf(newcomer),
    begin,
    config,
    steps: [tool(1), tool(2), tool(3), tool(4), tool(6), tool(8)],
  },
  'Account, last way in': {
    script: scriptOf(newcomer, {
      user: { deleteEmail: () => Promise.reject(refusal('cannot_delete_last_primary_factor', 'It is the last.')) },
    }),
    begin,
    steps: [tool(2), confirm],
  },
  'Account, applications': {
    script: scriptOf(newcomer, { user: { getConnectedApps: async () => ({ connected_apps: apps }) } }),
    begin,
    steps: ['.siw-account-section:has(li + li .siw-account-note) li:first-child .siw-account-tool'],
  },
  'Account, ways to add': { script: scriptOf(newcomer), begin, config: offering },
  'Account, proof': {
    script: askingForProof,
    begin,
    config: offering,
    steps: [tool(2), confirm],
    isDialog: true,
  },
  'Account, other proofs': {
    script: askingForProof,
    begin,
    config: offering,
    steps: [tool(2), confirm, '.siw-prove summary'],
    isDialog: true,
  },
  'Account, proof refused': {
    script: {
      ...askingForProof,
      totps: { authenticate: () => Promise.reject(refusal('unauthorized_credentials', 'The code is not right.')) },
    },
    begin,
    config: offering,
    steps: [
      tool(2),
      confirm,
      '.siw-prove summary',
      '.siw-prove-others .siw-button:nth-of-type(5)',
      { field: '.siw-prove input[name=passcode]', text: '123456' },
      '.siw-prove [type=submit]',
    ],
    isDialog: true,
  },
  'Account, proof elsewhere': {
    script: scriptOf(visitor, {
      user: { deleteOAuthRegistration: () => Promise.reject(refusal('stale_factors', 'Too long ago.')) },
    }),
    begin,
    config: offering,
    steps: [tool(6), confirm],
    isDialog: true,
  },
  'Account, recovery codes': {
    script: scriptOf(regular),
    begin,
    steps: ['.siw-account-section:nth-child(6) > * > .siw-account-tool'],
  },
  'Account, removing': {
    script: scriptOf(regular),
    begin,
    config,
    steps: [tool(2), tool(6), '.siw-account-section:last-child .siw-account-tool'],
  },
  'Account, deleted': {
    script: scriptOf(newcomer, { account: { delete: async () => ({}) } }),
    begin,
    steps: ['.siw-account-section:last-child .siw-account-tool', confirm],
  },
} as const
