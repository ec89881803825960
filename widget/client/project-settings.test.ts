import { storageKeys } from '@corroborate/wire/storage'
import { expect, test } from 'vitest'
import { createWorld, held, ok, publicToken, refusal } from './testing/index.ts'

const bootstrap = `GET /projects/bootstrap/${publicToken}`
const key = storageKeys.bootstrap(publicToken)

const answer = {
  project_name: 'An application',
  disable_sdk_watermark: true,
  cname_domain: 'login.example.org',
  email_domains: ['example.org'],
  captcha_settings: { enabled: true, siteKey: 'key' },
  pkce_required_for_email_magic_links: true,
  pkce_required_for_password_resets: false,
  pkce_required_for_oauth: true,
  pkce_required_for_sso: false,
  slug_pattern: null,
  create_organization_enabled: false,
  password_config: { luds_complexity: 3, luds_minimum_count: 8 },
  dfp_protected_auth_enabled: true,
  dfp_protected_auth_mode: 'DECISIONING',
  rbac_policy: { roles: [], resources: [], scopes: [] },
  siwe_required_for_crypto_wallets: true,
  vertical: 'CONSUMER',
  captcha: { service: 'turnstile', site_key: 'key', on_every_call: true },
  oauth_providers: [{ provider: 'google', sandbox: true }],
}
const settings = {
  projectName: 'An application',
  displayWatermark: false,
  cnameDomain: 'login.example.org',
  emailDomains: ['example.org'],
  captchaSettings: { enabled: true, siteKey: 'key' },
  captcha: { service: 'turnstile', siteKey: 'key', isOnEveryCall: true },
  pkceRequiredForEmailMagicLinks: true,
  pkceRequiredForPasswordResets: false,
  pkceRequiredForOAuth: true,
  pkceRequiredForSso: false,
  slugPattern: null,
  createOrganizationEnabled: false,
  passwordConfig: { ludsComplexity: 3, ludsMinimumCount: 8 },
  runDFPProtectedAuth: true,
  dfpProtectedAuthMode: 'DECISIONING',
  rbacPolicy: { roles: [], resources: [], scopes: [] },
  siweRequiredForCryptoWallets: true,
  oauthProviders: ['google'],
}

test('project settings are fetched once and cached for the next visit', async () => {
  const world = createWorld()
  world.provider.answer(bootstrap, () => ok(answer))
  const { client } = world.open()
  expect(client.bootstrapSync()).toBeNull()
  expect(await client.bootstrap()).toEqual(settings)
  await client.user.search('ada@example.org')
  await client.bootstrap()
  expect(world.provider.asked(bootstrap)).toHaveLength(1)
  expect(JSON.parse(world.storage.get(key) ?? '')).toEqual(settings)
})

test('on the next visit cached settings are used at once and then updated', async () => {
  const world = createWorld()
  world.storage.set(key, JSON.stringify({ ...settings, projectName: 'Its old name' }))
  const slow = held()
  world.provider.answer(bootstrap, slow.answering)
  const { client } = world.open()
  const news: unknown[] = []
  client.on('bootstrap', found => news.push(found))
  expect(client.bootstrapSync()?.projectName).toBe('Its old name')
  expect((await client.bootstrap()).projectName).toBe('Its old name')
  slow.release(ok(answer))
  await world.pass(0)
  expect(news).toEqual([settings])
  expect((await client.bootstrap()).projectName).toBe('An application')
})

test('unchanged settings trigger no update', async () => {
  const world = createWorld()
  world.storage.set(key, JSON.stringify(settings))
  world.provider.answer(bootstrap, () => ok(answer))
  const news: unknown[] = []
  world.open().client.on('bootstrap', found => news.push(found))
  await world.pass(0)
  expect(news).toEqual([])
})

test('missing settings are off, and the watermark shows unless disabled', async () => {
  const world = createWorld()
  world.provider.answer(bootstrap, () => ok({ captcha_settings: { enabled: false }, password_config: null }))
  expect(await world.open().client.bootstrap()).toMatchObject({
    displayWatermark: true,
    emailDomains: [],
    passwordConfig: null,
    pkceRequiredForEmailMagicLinks: false,
    captchaSettings: { enabled: false },
  })
})

test.each([
  ['away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['down', () => refusal('internal_server_error')],
  ['without such a project', () => refusal('public_token_not_found')],
])(
  'with the provider %s defaults apply, sign-in works, and settings are fetched again when needed',
  async (_, failing) => {
    const world = createWorld()
    world.provider.answer(bootstrap, failing)
    const { client } = world.open()
    expect(await client.bootstrap()).toMatchObject({ projectName: null, displayWatermark: false })
    expect(world.storage.has(key)).toBe(false)

    world.provider.answer('POST /users/search', () => ok({ userType: 'new' }))
    expect(await client.user.search('ada@example.org')).toMatchObject({ userType: 'new' })
    world.provider.answer(bootstrap, () => ok(answer))
    expect(await client.bootstrap()).toEqual(settings)
  },
)

test('while the provider is unavailable cached settings apply', async () => {
  const world = createWorld()
  world.storage.set(key, JSON.stringify(settings))
  world.provider.answer(bootstrap, () => Promise.reject(new TypeError('Failed to fetch')))
  const { client } = world.open()
  await client.magicLinks.email.loginOrCreate('ada@example.org')
  expect(world.provider.asked('POST /magic_links/email/login_or_create')[0]?.body).toHaveProperty('code_challenge')
})
