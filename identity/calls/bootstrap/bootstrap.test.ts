import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'

type Provider = Awaited<ReturnType<typeof identityUnderTest>>
const bootstrap = async ({ sdk, publicToken }: Provider) =>
  (await sdk('GET', `/projects/bootstrap/${publicToken}`)).data

/** Settings that only score-based captcha services use. */
const ofScore = { minimumScore: 0.5, cloudProject: '' }

test('bootstrap returns the project’s configuration', async () => {
  const provider = await identityUnderTest()
  const { id, name } = await provider.project()
  expect(await bootstrap(provider)).toMatchObject({
    project_name: name,
    disable_sdk_watermark: true,
    email_domains: ['localhost'],
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
    siwe_required_for_crypto_wallets: false,
    vertical: 'CONSUMER',
    captcha: { service: 'proof-of-work', site_key: '', on_every_call: false },
    oauth_providers: expect.arrayContaining([{ provider: 'google', sandbox: true }]),
    openid_issuer: expect.stringContaining(id),
  })
})

test.each([
  ['watermark', { watermark: true }, { disable_sdk_watermark: false }],
  [
    'PKCE',
    { pkce: { magicLinks: true, passwordResets: false, oauth: true } },
    {
      pkce_required_for_email_magic_links: true,
      pkce_required_for_password_resets: false,
      pkce_required_for_oauth: true,
    },
  ],
  [
    'passwords by their characters',
    { passwords: { policy: 'luds', ludsComplexity: 3, ludsMinimumCount: 10 } },
    { password_config: { luds_complexity: 3, luds_minimum_count: 10 } },
  ],
  [
    'devices that decide',
    { deviceFingerprint: 'decisioning' },
    { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'DECISIONING' },
  ],
  [
    'devices that are watched',
    { deviceFingerprint: 'observation' },
    { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'OBSERVATION' },
  ],
  [
    'the captcha that the published client knows',
    { captcha: { service: 'recaptcha-enterprise', siteKey: 'k', ...ofScore }, captchaOnEveryCall: true },
    {
      captcha_settings: { enabled: true, siteKey: 'k' },
      captcha: { service: 'recaptcha-enterprise', site_key: 'k', on_every_call: true },
    },
  ],
  [
    'another captcha',
    { captcha: { service: 'turnstile', siteKey: 'k', ...ofScore } },
    { captcha_settings: { enabled: false }, captcha: { service: 'turnstile', site_key: 'k' } },
  ],
])('bootstrap reports %s', async (_, config, told) => {
  const provider = await identityUnderTest()
  await provider.configure(config as never)
  expect(await bootstrap(provider)).toMatchObject(told)
})

test('no user is a member of an organization', async () => {
  const provider = await identityUnderTest()
  const { status, data } = await provider.sdk('POST', '/b2b/organizations/members/search', {
    email_address: 'a@example.org',
    organization_id: 'organization-test-1',
  })
  expect([status, data.member]).toEqual([200, null])
})
