import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { endpointsOf, type Provider, providers } from './index.ts'

const all = Object.values(providers)
const profileOf = (
  provider: Provider,
  seen: { claims?: Record<string, unknown>; answers?: unknown[]; posted?: string; trustsEmails?: boolean },
) => provider.toProfile({ claims: null, answers: [], posted: null, trustsEmails: false, ...seen })

describe('provider table', () => {
  test('the table has a row for every provider of the contract, under its name', () => {
    expect(Object.keys(providers).toSorted()).toEqual(oauthProviders.toSorted())
    for (const [name, { id }] of Object.entries(providers)) expect(id).toBe(name)
  })

  test.each(all)('$id has only https endpoints with all template values filled in', provider => {
    const { authorization, token, jwks, issuer, place } = endpointsOf(provider, { base: null })
    const asked = provider.requests({ accessToken: 'token', clientSecret: 'secret', scopes: ['users.email'] })
    const addresses = [authorization, token, ...asked.map(({ url }) => place(url)), ...(jwks === null ? [] : [jwks])]
    for (const address of addresses) expect(address).toMatch(/^https:\/\/[a-z0-9.]+\/[^{}]+$/)
    expect(issuer?.replace('{tid}', '') ?? '').not.toMatch(/[{}]/)
  })

  test.each(all.filter(({ idToken }) => idToken !== null))(
    '$id, which issues id_tokens, has an issuer and keys',
    row => {
      expect(row.issuer).toMatch(/^https:/)
      expect(row.jwks).toMatch(/^https:/)
      // The `sub` of userinfo is compared with that of the id_token.
      expect(row.requests({ accessToken: '', clientSecret: '', scopes: [] }).every(one => one.isUserInfo)).toBe(true)
    },
  )
})

describe('provider endpoints', () => {
  test('the fake server serves each provider under its host as a path prefix', () => {
    const { token, authorization, issuer, place } = endpointsOf(providers.google, { base: 'http://127.0.0.1:1' })
    expect(token).toBe('http://127.0.0.1:1/oauth2.googleapis.com/token')
    expect(authorization).toBe('http://127.0.0.1:1/accounts.google.com/o/oauth2/v2/auth')
    expect(issuer).toBe('https://accounts.google.com')
    expect(place('https://api.github.com/user')).toBe('http://127.0.0.1:1/api.github.com/user')
  })

  test('the endpoints use the location the operator chose', () => {
    const { token, issuer } = endpointsOf(providers.gitlab, { base: null, places: { host: 'git.example.org' } })
    expect(token).toBe('https://git.example.org/oauth/token')
    expect(issuer).toBe('https://git.example.org')
  })
})

describe('profile subject', () => {
  const tid = '72F988BF-86f1-41af-91ab-2d7cd011db47'
  const oid = 'a1b2c3d4-0000-4000-8000-000000000001'
  const slackIds = { 'https://slack.com/team_id': 'T1', 'https://slack.com/user_id': 'U1' }
  const salesforceIds = { organization_id: '00D000000000001AAA', user_id: '005000000000001AAA' }

  const subjects: Record<OAuthProvider, readonly [Parameters<typeof profileOf>[1], string]> = {
    google: [{ claims: { sub: '1000' } }, '1000'],
    microsoft: [{ claims: { sub: 'pairwise', tid, oid } }, `${tid.toLowerCase()}.${oid}`],
    apple: [{ claims: { sub: '000.a' } }, '000.a'],
    github: [{ answers: [{ id: 7, login: 'x' }, null] }, '7'],
    gitlab: [{ answers: [{ sub: '5' }] }, '5'],
    facebook: [{ answers: [{ id: '8' }] }, '8'],
    discord: [{ answers: [{ id: '9' }] }, '9'],
    salesforce: [{ answers: [{ sub: 'https://x', ...salesforceIds }] }, '00D000000000001AAA.005000000000001AAA'],
    slack: [{ answers: [{ sub: 'U1', ...slackIds }] }, 'T1.U1'],
    amazon: [{ answers: [{ user_id: 'amzn1.account.K' }] }, 'amzn1.account.K'],
    bitbucket: [{ answers: [{ uuid: '{a1b2c3d4-0000-4000-8000-000000000001}', username: 'x' }, null] }, `{${oid}}`],
    linkedin: [{ answers: [{ sub: 'L' }] }, 'L'],
    coinbase: [{ answers: [{ data: { id: 'C' } }] }, 'C'],
    twitch: [{ answers: [{ sub: '44' }] }, '44'],
    twitter: [{ answers: [{ data: { id: '12', verified: true } }] }, '12'],
    tiktok: [{ answers: [{ data: { user: { open_id: 'o' } } }] }, 'o'],
    snapchat: [{ answers: [{ data: { me: { externalId: 's' } } }] }, 's'],
    figma: [{ answers: [{ id: '3' }] }, '3'],
    yahoo: [{ answers: [{ sub: 'Y' }] }, 'Y'],
  }

  test.each(Object.entries(subjects) as [OAuthProvider, (typeof subjects)[OAuthProvider]][])(
    'profile subject of %s',
    (name, [seen, subject]) => {
      const profile = profileOf(providers[name], seen)
      expect(profile.subject).toBe(subject)
      // The provider sent no address, so the profile has none or an unverified one.
      expect(profile.email?.class ?? 'C').toBe('C')
    },
  )

  test.each(all)('a profile of $id without a subject is rejected', provider => {
    for (const answer of [null, {}, [], 'text', { sub: '', id: null, data: {} }]) {
      expect(() => profileOf(provider, { claims: {}, answers: [answer, answer] })).toThrow()
    }
  })

  test.each([{ tid: '../evil', oid }, { tid, oid: 'x' }, { tid }])('a Microsoft tenant is a GUID: %j', claims => {
    expect(() => profileOf(providers.microsoft, { claims: { sub: 'x', ...claims } })).toThrow()
  })
})

describe('email class', () => {
  const claims = (given: Record<string, unknown>) => ({ claims: { sub: '1', email: 'a@example.org', ...given } })
  const classOf = (provider: Provider, seen: Parameters<typeof profileOf>[1]) => profileOf(provider, seen).email?.class

  test.each([
    ['a mailbox of Google’s', { email: 'a@gmail.com', email_verified: true }, 'A'],
    ['one of an organization at Google', { hd: 'example.org', email_verified: true }, 'A'],
    ['one that Google checked', { email_verified: 'true' }, 'B'],
    ['a mailbox of Google’s without the flag', { email: 'a@gmail.com' }, 'C'],
    ['a look-alike', { email: 'a@gmail.com.example.org', email_verified: true }, 'B'],
    ['a flag of another kind', { email_verified: 1 }, 'C'],
    ['a flag that says no', { email_verified: 'false' }, 'C'],
  ])('Google email class: %s', (_, given, expected) => {
    expect(classOf(providers.google, claims(given))).toBe(expected)
  })

  test.each([
    [{ xms_edov: true }, 'B'],
    [{ xms_edov: '1' }, 'B'],
    [{ xms_edov: 1 }, 'B'],
    [{ xms_edov: false }, 'C'],
    [{}, 'C'],
    [{ email_verified: true }, 'C'],
  ])('Microsoft email class: %j', (given, expected) => {
    const ids = { tid: '72f988bf-86f1-41af-91ab-2d7cd011db47', oid: 'a1b2c3d4-0000-4000-8000-000000000001' }
    expect(classOf(providers.microsoft, claims({ ...ids, ...given }))).toBe(expected)
  })

  test.each([
    ['primary and checked', [{ email: 'a@example.org', primary: true, verified: true }], 'B'],
    ['primary alone', [{ email: 'a@example.org', primary: true, verified: false }], undefined],
    ['checked alone', [{ email: 'a@example.org', primary: false, verified: true }], undefined],
    ['no list', { message: 'Not Found' }, undefined],
  ])('GitHub email class: %s', (_, list, expected) => {
    expect(classOf(providers.github, { answers: [{ id: 1, email: 'public@example.org' }, list] })).toBe(expected)
  })

  test('Salesforce emails set by administrators count only if the operator trusts them', () => {
    const ids = { organization_id: '00D000000000001AAA', user_id: '005000000000001AAA' }
    const answers = [{ sub: 'x', ...ids, email: 'a@example.org', email_verified: true }]
    expect(classOf(providers.salesforce, { answers })).toBe('C')
    expect(classOf(providers.salesforce, { answers, trustsEmails: true })).toBe('B')
  })

  test.each([
    ['facebook', [{ id: '1', email: 'a@example.org', email_verified: true }]],
    ['amazon', [{ user_id: '1', email: 'a@example.org' }]],
    ['coinbase', [{ data: { id: '1', email: 'a@example.org' } }]],
    ['twitter', [{ data: { id: '1' } }, { data: { confirmed_email: 'a@example.org' } }]],
    ['figma', [{ id: '1', email: 'a@example.org' }]],
  ] as const)('emails of %s are never verified', (name, answers) => {
    expect(classOf(providers[name], { answers: [...answers] })).toBe('C')
  })
})

describe('other profile fields', () => {
  test('Apple’s posted JSON yields only a name of one line and 200 characters', () => {
    const posted = JSON.stringify({
      name: { firstName: `A\r\nB${'x'.repeat(300)}`, lastName: '<script>' },
      email: 'victim@example.org',
    })
    const { name, email } = profileOf(providers.apple, { claims: { sub: '1' }, posted })
    expect(name.first).toHaveLength(200)
    expect(name.first.startsWith('A Bxx')).toBe(true)
    expect(name.last).toBe('<script>')
    expect(email).toBeNull()
  })

  test.each(['', 'null', '{', '[]', '{"name":"x"}'])('Apple’s posted %j yields no name', posted => {
    expect(profileOf(providers.apple, { claims: { sub: '1' }, posted }).name).toEqual({ first: '', last: '' })
  })

  test('oversized Apple JSON is not parsed', () => {
    const posted = JSON.stringify({ name: { firstName: 'A', lastName: 'y'.repeat(5000) } })
    expect(profileOf(providers.apple, { claims: { sub: '1' }, posted }).name).toEqual({ first: '', last: '' })
  })

  test('a picture URL must be https', () => {
    const pictureOf = (picture: unknown) => profileOf(providers.google, { claims: { sub: '1', picture } }).pictureUrl
    expect(pictureOf('https://lh3.example.org/a')).toBe('https://lh3.example.org/a')
    for (const other of ['javascript:alert(1)', 'data:image/png;base64,', 'http://x', '//x', 7, null]) {
      expect(pictureOf(other)).toBe('')
    }
  })

  test('the language is an object at LinkedIn and a tag elsewhere', () => {
    const localeOf = (locale: unknown) => profileOf(providers.linkedin, { answers: [{ sub: '1', locale }] }).locale
    expect(localeOf({ language: 'en', country: 'US' })).toBe('en-US')
    expect(localeOf('de_CH')).toBe('de-CH')
    expect(localeOf('<b>')).toBe('')
    expect(localeOf(null)).toBe('')
  })

  test('requests to Facebook carry an appsecret_proof', () => {
    const [request] = providers.facebook.requests({ accessToken: 'token', clientSecret: 'secret', scopes: [] })
    // HMAC-SHA256 of "token" under "secret".
    const proof = 'e941110e3d2bfe82621f0e3e1434730d7305d106c5f68c87165d0b27a4611a4a'
    expect(new URL(request?.url ?? '').searchParams.get('appsecret_proof')).toBe(proof)
  })
})
