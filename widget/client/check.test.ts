import { expect, test } from 'vitest'
import { UsageError } from './errors.ts'
import { createHeadlessClient, type HeadlessClient } from './index.ts'
import { createWorld } from './testing/index.ts'

const minutes = { session_duration_minutes: 60 }
const email = 'ada@example.org'
const password = 'secret'
// biome-ignore lint/suspicious/noExplicitAny: a caller without types
type Untyped = any
type Wrong = [message: string, call: (client: Untyped) => unknown]

const durationOf = (method: string, call: (client: Untyped, options: object) => unknown): Wrong[] => [
  [`${method}: session_duration_minutes must be a number.`, client => call(client, {})],
  [`${method}: session_duration_minutes must be a number.`, client => call(client, { session_duration_minutes: '60' })],
  [`${method}: session_duration_minutes must be a number.`, client => call(client, { session_duration_minutes: NaN })],
  [`${method}: session_duration_minutes must be a number.`, client => call(client, { session_duration_minutes: null })],
]

const optional = (method: string, type: string, names: string[], call: (client: Untyped, options: object) => unknown) =>
  names.map((name): Wrong => [`${method}: ${name} must be a ${type}.`, client => call(client, { [name]: [] })])

const sending = ['login_magic_link_url', 'signup_magic_link_url', 'login_template_id', 'signup_template_id', 'locale']
const magicMail = (method: 'loginOrCreate' | 'send'): Wrong[] => [
  [`magicLinks.email.${method}: email must be a string.`, ({ magicLinks }) => magicLinks.email[method](5)],
  ...optional(`magicLinks.email.${method}`, 'string', sending, (c, options) =>
    c.magicLinks.email[method](email, options),
  ),
  ...optional(
    `magicLinks.email.${method}`,
    'number',
    ['login_expiration_minutes', 'signup_expiration_minutes'],
    (c, options) => c.magicLinks.email[method](email, options),
  ),
]

const passcode = (channel: string, method: string, argument: string): Wrong[] => [
  [`otps.${channel}.${method}: ${argument} must be a string.`, ({ otps }) => otps[channel][method](undefined)],
  [
    `otps.${channel}.${method}: expiration_minutes must be a number.`,
    ({ otps }) => otps[channel][method]('x', { expiration_minutes: '5' }),
  ],
]

const removal = (method: string): Wrong[] =>
  [5, undefined, ''].map(id => [
    `user.${method}: id must be a string that is not empty.`,
    ({ user }) => user[method](id),
  ])

const wrong: Wrong[] = [
  ...magicMail('loginOrCreate'),
  ...magicMail('send'),
  ['magicLinks.authenticate: token must be a string.', c => c.magicLinks.authenticate(5, minutes)],
  ['magicLinks.authenticate: session_duration_minutes must be a number.', c => c.magicLinks.authenticate('token')],
  ...durationOf('magicLinks.authenticate', (c, options) => c.magicLinks.authenticate('token', options)),

  ...['loginOrCreate', 'send'].flatMap(method => [
    ...passcode('sms', method, 'phone_number'),
    ...passcode('whatsapp', method, 'phone_number'),
    ...passcode('email', method, 'email'),
  ]),
  ['otps.authenticate: code must be a string.', c => c.otps.authenticate(123456, 'method', minutes)],
  ['otps.authenticate: methodId must be a string.', c => c.otps.authenticate('123456', undefined, minutes)],
  ['otps.authenticate: session_duration_minutes must be a number.', c => c.otps.authenticate('123456', 'method')],
  ...durationOf('otps.authenticate', (c, options) => c.otps.authenticate('123456', 'method', options)),

  ...['create', 'authenticate'].flatMap((method): Wrong[] => [
    [`passwords.${method}: options must be an object.`, c => c.passwords[method]()],
    [`passwords.${method}: email must be a string.`, c => c.passwords[method]({ password, ...minutes })],
    [`passwords.${method}: password must be a string.`, c => c.passwords[method]({ email, ...minutes })],
    ...durationOf(`passwords.${method}`, (c, options) => c.passwords[method]({ email, password, ...options })),
  ]),
  ['passwords.strengthCheck: password must be a string.', c => c.passwords.strengthCheck({ email })],
  ['passwords.strengthCheck: email must be a string.', c => c.passwords.strengthCheck({ password, email: 5 })],
  ['passwords.resetByEmailStart: email must be a string.', c => c.passwords.resetByEmailStart({})],
  ...optional(
    'passwords.resetByEmailStart',
    'string',
    ['login_redirect_url', 'reset_password_redirect_url', 'reset_password_template_id', 'locale'],
    (c, options) => c.passwords.resetByEmailStart({ email, ...options }),
  ),
  ...optional('passwords.resetByEmailStart', 'number', ['reset_password_expiration_minutes'], (c, options) =>
    c.passwords.resetByEmailStart({ email, ...options }),
  ),
  ['passwords.resetByEmail: token must be a string.', c => c.passwords.resetByEmail({ password, ...minutes })],
  ['passwords.resetByEmail: password must be a string.', c => c.passwords.resetByEmail({ token: 't', ...minutes })],
  ...durationOf('passwords.resetByEmail', (c, options) =>
    c.passwords.resetByEmail({ token: 't', password, ...options }),
  ),
  ...['email', 'existing_password', 'new_password'].map(
    (name): Wrong => [
      `passwords.resetByExistingPassword: ${name} must be a string.`,
      c =>
        c.passwords.resetByExistingPassword({
          ...{ email, existing_password: password, new_password: password, ...minutes },
          [name]: 5,
        }),
    ],
  ),
  ...durationOf('passwords.resetByExistingPassword', (c, options) =>
    c.passwords.resetByExistingPassword({ email, existing_password: password, new_password: password, ...options }),
  ),
  ['passwords.resetBySession: password must be a string.', c => c.passwords.resetBySession({})],
  [
    'passwords.resetBySession: session_duration_minutes must be a number.',
    c => c.passwords.resetBySession({ password, session_duration_minutes: '60' }),
  ],

  ['totps.create: expiration_minutes must be a number.', c => c.totps.create({})],
  ['totps.authenticate: totp_code must be a string.', c => c.totps.authenticate({ totp_code: 123456, ...minutes })],
  ...durationOf('totps.authenticate', (c, options) => c.totps.authenticate({ totp_code: '123456', ...options })),
  ['totps.recover: recovery_code must be a string.', c => c.totps.recover(minutes)],
  ...durationOf('totps.recover', (c, options) => c.totps.recover({ recovery_code: 'a-b-c', ...options })),

  ['impersonation.authenticate: impersonation_token must be a string.', c => c.impersonation.authenticate({})],
  ['impersonation.authenticate: options must be an object.', c => c.impersonation.authenticate('token')],

  [
    'session.authenticate: session_duration_minutes must be a number.',
    c => c.session.authenticate({ session_duration_minutes: '5' }),
  ],
  ['session.revoke: forceClear must be a boolean.', c => c.session.revoke({ forceClear: 'yes' })],
  [
    'session.updateSession: session_token must be a string that is not empty.',
    c => c.session.updateSession({ session_token: 5 }),
  ],
  ['user.update: options must be an object.', c => c.user.update(5)],
  ['user.update: name must be an object.', c => c.user.update({ name: 'Ada' })],
  ['user.update: untrusted_metadata must be an object.', c => c.user.update({ untrusted_metadata: 'dark' })],
  ['user.search: email must be a string.', c => c.user.search()],
  ...removal('deleteEmail'),
  ...removal('deletePhoneNumber'),
  ...removal('deleteTOTP'),
  ...removal('deleteCryptoWallet'),
  ...removal('deleteOAuthRegistration'),
  ...removal('deleteWebauthnRegistration'),
  ...removal('deleteBiometricRegistration'),

  ['oauth.start: unknown provider "myspace".', c => c.oauth.start('myspace')],
  ['oauth.google.start: login_redirect_url must be a string.', c => c.oauth.google.start({ login_redirect_url: 5 })],
  ['oauth.google.start: custom_scopes must be an object.', c => c.oauth.startUrl('google', { custom_scopes: 'a b' })],
  ['oauth.google.start: provider_params must be an object.', c => c.oauth.startUrl('google', { provider_params: 'a' })],
]

test.each(wrong)('invalid arguments throw "%s" without a request', async (message, call) => {
  const { provider, open } = createWorld()
  const { client } = open({ customDomain: true })
  const error: unknown = await new Promise(resolve => resolve(call(client))).catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(UsageError)
  expect(error).toMatchObject({ name: 'UsageError', message })
  expect(provider.asked().map(({ path }) => path)).toEqual([
    '/projects/bootstrap/public-token-test-1',
    '/sessions/authenticate',
  ])
})

test('an undefined option counts as missing', async () => {
  const { provider, open } = createWorld()
  await open().client.magicLinks.email.loginOrCreate(email, { locale: undefined })
  expect(provider.asked('POST /magic_links/email/login_or_create')).toMatchObject([{ body: { email } }])
})

test.each<[string, Untyped, Untyped]>([
  ['createHeadlessClient: publicToken must be a string that is not empty.', '', { baseUrl: 'https://example.org' }],
  ['createHeadlessClient: publicToken must be a string that is not empty.', 5, { baseUrl: 'https://example.org' }],
  ['createHeadlessClient: baseUrl must be a string that is not empty.', 'token', {}],
  ['createHeadlessClient: baseUrl must be an http or https URL, not "identity".', 'token', { baseUrl: 'identity' }],
  [
    'createHeadlessClient: baseUrl must be an http or https URL, not "ftp://example.org".',
    'token',
    { baseUrl: 'ftp://example.org' },
  ],
])('creating a client throws "%s"', (message, token, options) => {
  expect(() => createHeadlessClient(token, options)).toThrow(new UsageError(message))
})

test.each([
  ['https://identity.example.org', 'https://identity.example.org'],
  ['http://localhost:5001/', 'http://localhost:5001'],
  ['https://example.org/identity/?x=1#y', 'https://example.org/identity'],
])('a client of %s sends requests to %s', (baseUrl, expected) => {
  const { client }: { client: HeadlessClient } = createWorld().open({ baseUrl })
  expect(client.baseUrl).toBe(expected)
})
