import { describeStore } from '@corroborate/server-kit/testing'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { brought } from '../../features.ts'
import type { Tables } from '../../platform/database/index.ts'
import { providers } from './providers/index.ts'
import { adaAt, browserAt, type Logged, loginUrl, oauthUnderTest, registered, signupUrl } from './testing/index.ts'
import { rows } from './upstream/index.ts'

/** Subjects at providers with composite IDs. */
const composed: Partial<Record<OAuthProvider, string>> = {
  microsoft: `9188040d-6c67-4c5b-b112-36a304b66dad.${adaAt('microsoft').subject}`,
  salesforce: `00D000000000001EAA.${adaAt('salesforce').subject}`,
  slack: `T0000000001.${adaAt('slack').subject}`,
}

/** Providers with unverified addresses or none. */
const withoutProof: ReadonlySet<OAuthProvider> = new Set([
  'facebook',
  'salesforce',
  'amazon',
  'coinbase',
  'twitter',
  'tiktok',
  'snapchat',
  'figma',
])

/** Providers that accept a code challenge, by their documents. */
const withChallenge: ReadonlySet<OAuthProvider> = new Set([
  'google',
  'microsoft',
  'github',
  'gitlab',
  'discord',
  'salesforce',
  'slack',
  'amazon',
  'coinbase',
  'twitter',
  'tiktok',
  'snapchat',
  'figma',
])

const byBasic: ReadonlySet<OAuthProvider> = new Set(['bitbucket', 'twitter', 'snapchat', 'figma', 'yahoo'])

type Asked = { authorize: URLSearchParams; token: Logged; profiles: readonly Logged[] }

/** Assertions for a single provider. */
const quirks: Partial<Record<OAuthProvider, (asked: Asked) => void>> = {
  apple: ({ authorize, token }) => {
    expect(authorize.get('response_mode')).toBe('form_post')
    const secret = token.form.get('client_secret') ?? ''
    expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: registered.apple.keyId })
    const { iss, iat = 0, exp = 0 } = decodeJwt(secret)
    expect([iss, exp - iat]).toEqual([registered.apple.teamId, 300])
  },
  coinbase: ({ profiles: [self] }) => expect(self?.headers.get('CB-VERSION')).toMatch(/^\d{4}-\d\d-\d\d$/),
  facebook: ({ profiles: [self] }) => expect(self?.query.get('appsecret_proof')).toMatch(/^[\da-f]{64}$/),
  github: ({ profiles }) => {
    expect(profiles.map(({ address }) => address)).toEqual(['api.github.com/user', 'api.github.com/user/emails'])
    for (const { headers } of profiles) expect(headers.get('User-Agent')).toBeTruthy()
  },
  google: ({ authorize }) => expect(authorize.get('access_type')).toBe('offline'),
  linkedin: ({ authorize, token }) => {
    expect(authorize.has('code_challenge')).toBe(false)
    expect(token.form.has('code_verifier')).toBe(false)
  },
  snapchat: ({ profiles: [self] }) => expect(JSON.parse(self?.body ?? '').query).toMatch(/^\{me\{externalId/),
  tiktok: ({ authorize, token }) => {
    for (const sent of [authorize, token.form])
      expect([sent.get('client_key'), sent.has('client_id')]).toEqual([registered.clientId('tiktok'), false])
  },
  twitch: ({ authorize }) => expect(JSON.parse(authorize.get('claims') ?? '')).toHaveProperty('userinfo.email'),
  yahoo: ({ token }) => expect(token.form.get('redirect_uri')).toBeTruthy(),
}

describeStore<Tables>('all social providers', brought.migrations, (open, { placeOf }) => {
  test('every provider signs up, recognizes returning users, and gets its documented request', async () => {
    const { url } = placeOf(await open())
    const under = await oauthUnderTest(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    const { fake, provider } = under
    for (const id of oauthProviders) {
      await under.register(id)
      const email = `ada@${id}.example.org`
      fake.lie(id, { person: { email } })
      const browser = browserAt(under)

      const authorize = new URL(await browser.start(id))
      const before = fake.log.length
      const landed = new URL((await browser.comeBack(authorize.href)).headers.get('Location') ?? '')
      expect([id, landed.origin + landed.pathname]).toEqual([id, signupUrl])
      const token = landed.searchParams.get('token')
      const { data } = await provider.sdk('POST', '/oauth/authenticate', { token, session_duration_minutes: 60 })
      expect(data).toMatchObject({
        provider_type: providers[id].title,
        provider_subject: composed[id] ?? adaAt(id).subject,
        provider_values: { access_token: expect.stringMatching(/./) },
        user: {
          name: { first_name: expect.stringContaining('Ada') },
          emails: withoutProof.has(id) ? [] : [{ email, verified: true }],
          providers: [{ provider_type: providers[id].title }],
        },
      })

      // Requests sent to the provider.
      const [tokenCall, ...profiles] = fake.log.slice(before).filter(({ address }) => !isOfKeys(id, address))
      if (tokenCall === undefined) throw new Error('The token endpoint was not asked.')
      const asked: Asked = { authorize: authorize.searchParams, token: tokenCall, profiles }
      const sent = withChallenge.has(id)
      expect([id, asked.authorize.has('code_challenge'), tokenCall.form.has('code_verifier')]).toEqual([id, sent, sent])
      const isBasic = byBasic.has(id)
      expect([id, tokenCall.headers.has('Authorization'), tokenCall.form.has('client_secret')]).toEqual([
        id,
        isBasic,
        !isBasic,
      ])
      quirks[id]?.(asked)

      // In another browser and with another address it is the same account.
      fake.lie(id, { person: { email: `countess@${id}.example.org` } })
      const again = new URL(await browserAt(under).signIn(id))
      expect([id, again.origin + again.pathname]).toEqual([id, loginUrl])
      const second = await provider.sdk('POST', '/oauth/authenticate', {
        token: again.searchParams.get('token'),
        session_duration_minutes: 60,
      })
      expect([id, second.data.user_id]).toEqual([id, data.user_id])
      expect(second.data.oauth_user_registration_id).toBe(data.oauth_user_registration_id)
    }
  })

  test('a state and token used by 20 concurrent requests create one session', async () => {
    const { url } = placeOf(await open())
    const under = await oauthUnderTest(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
    await under.register('google')
    const browser = browserAt(under)
    const { redirectUri, params } = under.fake.visit(await browser.start('google'))
    const landed = await Promise.all(Array.from({ length: 20 }, () => browser.go(`${redirectUri}?${params}`)))
    const tokens = landed
      .map(answer => new URL(answer.headers.get('Location') ?? 'http://x').searchParams.get('token'))
      .filter(token => token !== null)
    expect(tokens).toHaveLength(1)
    const body = { token: tokens[0], session_duration_minutes: 60 }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => under.provider.sdk('POST', '/oauth/authenticate', body)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.error_type === 'oauth_token_not_found')).toHaveLength(19)
    expect(await under.provider.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
    expect(await under.provider.db.selectFrom('oauth_registrations').selectAll().execute()).toHaveLength(1)
  })
})

const isOfKeys = (id: OAuthProvider, address: string): boolean => {
  const { keys } = rows[id]
  return keys !== null && address.endsWith(keys.split('/').at(-1) ?? '') && address.startsWith(keys.split('/')[0] ?? '')
}
