import { describeStore } from '@corroborate/server-kit/testing'
import type { OAuthProvider } from '@corroborate/wire/providers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import {
  browserAt,
  type Lies,
  loginUrl,
  type OAuthUnderTest,
  oauthUnderTest,
  openOAuth,
  weather,
} from './testing/index.ts'

const hour = 3_600
/** The errors for answers of providers that are not accepted. */
const refused = /^(?:id_token|oauth_provider)_/

/** Invalid claims and signatures of an id_token, with the error for each. */
const aboutIdTokens: [string, Lies, string][] = [
  ['another iss', { claims: claims => ({ ...claims, iss: 'https://evil.example' }) }, 'id_token_invalid'],
  ['the iss without its scheme', { claims: claims => ({ ...claims, iss: 'accounts.google.org' }) }, 'id_token_invalid'],
  ['no iss', { claims: ({ iss: _, ...claims }) => claims }, 'id_token_invalid'],
  ['another aud', { claims: claims => ({ ...claims, aud: 'another-client' }) }, 'id_token_incorrect_audience'],
  [
    'several aud and no azp',
    { claims: ({ azp: _, ...claims }) => ({ ...claims, aud: [String(claims.aud), 'x'] }) },
    '',
  ],
  ['several aud, azp another', { claims: claims => ({ ...claims, aud: [String(claims.aud), 'x'], azp: 'x' }) }, ''],
  ['another nonce', { claims: claims => ({ ...claims, nonce: 'another' }) }, 'id_token_nonce_invalid'],
  ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }, ''],
  ['another at_hash', { claims: claims => ({ ...claims, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }) }, 'id_token_invalid'],
  ['exp long ago', { claims: claims => ({ ...claims, exp: Number(claims.iat) - hour }) }, 'id_token_expired'],
  ['no exp', { claims: ({ exp: _, ...claims }) => claims }, ''],
  ['iat yesterday', { claims: claims => ({ ...claims, iat: Number(claims.iat) - 24 * hour }) }, 'id_token_invalid'],
  ['iat tomorrow', { claims: claims => ({ ...claims, iat: Number(claims.iat) + 24 * hour }) }, 'id_token_invalid'],
  ['no sub', { claims: ({ sub: _, ...claims }) => claims }, ''],
  ['a sub with a NUL', { claims: claims => ({ ...claims, sub: 'ada\0lovelace' }) }, ''],
  ['a sub with half a character', { claims: claims => ({ ...claims, sub: 'ada\ud800' }) }, ''],
  ['a sub that is no text', { claims: claims => ({ ...claims, sub: {} as string }) }, ''],
  ['alg none', { signature: 'none' }, 'id_token_invalid'],
  ['alg HS256 with our secret', { signature: 'HS256' }, 'id_token_invalid'],
  ['no signature', { signature: 'stripped' }, 'id_token_invalid'],
  ['a signature by another key', { signature: 'foreign key' }, 'id_token_invalid'],
  ['an unknown kid', { signature: 'unknown kid' }, 'id_token_invalid'],
]

/** Invalid token endpoint responses. */
const aboutTokens: [string, Lies][] = [
  ['HTML', { token: weather.html }],
  ['400', { token: () => weather.failing(400) }],
  ['403', { token: () => weather.failing(403) }],
  ['429', { token: weather.busy }],
  ['500', { token: () => weather.failing(500) }],
  ['an error with 200', { token: () => Response.json({ error: 'bad_verification_code' }) }],
  ['JSON that is cut off', { token: weather.cutOff }],
  ['five megabytes', { token: weather.huge }],
  ['a redirect to the clouds’ own service', { token: () => weather.away('http://169.254.169.254/latest/') }],
  ['a redirect elsewhere', { token: () => weather.away('https://evil.example/token') }],
  ['a reset connection', { token: weather.reset }],
  ['no access token', { token: () => Response.json({ token_type: 'Bearer' }) }],
  ['an array', { token: () => Response.json([]) }],
  ['null', { token: () => Response.json(null) }],
]

/** Invalid profiles. */
const aboutProfiles: [string, Lies][] = [
  ['HTML', { profile: weather.html }],
  ['401', { profile: () => weather.failing(401) }],
  ['500', { profile: () => weather.failing(500) }],
  ['JSON that is cut off', { profile: weather.cutOff }],
  ['five megabytes', { profile: weather.huge }],
  ['a redirect', { profile: () => weather.away('http://127.0.0.1:1/') }],
  ['a reset connection', { profile: weather.reset }],
  ['nobody', { profile: () => Response.json({}) }],
  ['an array', { profile: () => Response.json([]) }],
  ['null', { profile: () => Response.json(null) }],
]

const registeredHere = ['google', 'gitlab', 'github', 'microsoft', 'slack', 'twitch'] as const

let under: OAuthUnderTest
beforeAll(async () => {
  under = await openOAuth({ LIMITS_SCALE: '1000' })
  for (const id of registeredHere) await under.register(id)
  await under.provider.addUser('ada@example.org')
})
afterAll(() => under.end())

const countsOf = async ({ provider: { db } }: OAuthUnderTest) => {
  const tables = ['users', 'sessions', 'oauth_registrations', 'user_emails'] as const
  const rows = await Promise.all(
    tables.map(table =>
      db
        .selectFrom(table as 'users')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst(),
    ),
  )
  return rows.map(row => Number(row?.n))
}

/** Signs in with a provider that lies like this. The sign-in ends at the page with an error, and nothing has changed. */
const expectRefusal = async (
  id: OAuthProvider,
  lies: Lies,
  type: string | RegExp,
  at: OAuthUnderTest = under,
): Promise<void> => {
  const before = await countsOf(at)
  at.fake.lie(id, lies)
  const landed = await browserAt(at).signIn(id)
  at.fake.beHonest()
  expect(landed.origin + landed.pathname).toBe(loginUrl)
  expect(landed.searchParams.get('error')).toMatch(type)
  expect(landed.searchParams.get('error_description')).toMatch(/^[A-ZÄ].+\.$/)
  expect(landed.searchParams.has('token')).toBe(false)
  expect(await countsOf(at)).toEqual(before)
}

describeStore<Tables>('a provider that lies', migrations, (openStore, store) => {
  // On SQLite each lie has a test of its own below.
  test.runIf(store.engine === 'postgres')('a malicious provider signs nobody in', async () => {
    const { url = '' } = store.placeOf(await openStore())
    const at = await oauthUnderTest({ LIMITS_SCALE: '1000', IDENTITY_DATABASE_URL: url })
    for (const id of registeredHere) await at.register(id)
    await at.provider.addUser('ada@example.org')
    for (const [, lies, type] of aboutIdTokens) await expectRefusal('google', lies, type || refused, at)
    for (const [, lies] of aboutTokens) await expectRefusal('github', lies, refused, at)
    for (const [, lies] of aboutProfiles) await expectRefusal('gitlab', lies, refused, at)
  })
})

describe('id_token validation', () => {
  test.each(aboutIdTokens)('an id_token with %s is rejected', async (_, lies, type) => {
    await expectRefusal('google', lies, type || refused)
  })

  test('rotated keys are fetched a minute after the old ones', async () => {
    const isIn = async () => (await browserAt(under).signIn('slack')).searchParams.has('token')
    expect(await isIn()).toBe(true)
    const fresh = under.fake.asked('slack.com/openid/connect/keys').length
    under.fake.rotateKeys()
    // Even if unknown keys come all the time, we ask for keys once a minute at most.
    expect(await isIn()).toBe(false)
    expect(under.fake.asked('slack.com/openid/connect/keys')).toHaveLength(fresh)
    // The library that keeps the keys reads the clock of the machine.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      for (const id of registeredHere) expect((await browserAt(under).signIn(id)).searchParams.has('token')).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('an id_token for another subject than userinfo is rejected', async () => {
    await expectRefusal(
      'gitlab',
      { profile: ({ body }) => ({ status: 200, body: { ...(body as object), sub: 'somebody-else' } }) },
      refused,
    )
  })

  test('an id_token with an invalid tenant or an issuer of another tenant is rejected', async () => {
    for (const tid of ['common', '../evil', '11111111-2222-4333-8444-555555555555'])
      await expectRefusal('microsoft', { claims: claims => ({ ...claims, tid }) }, refused)
  })
})

describe('malformed token endpoint responses', () => {
  test.each(aboutTokens)('a token response with %s signs nobody in', async (_, lies) => {
    for (const id of ['google', 'github'] as const) await expectRefusal(id, lies, refused)
  })
})

describe('ten-second provider timeout', () => {
  test.each<[string, OAuthProvider, 'token' | 'profile']>([
    ['before its token endpoint answers', 'github', 'token'],
    ['before it tells who came', 'gitlab', 'profile'],
  ])('%s, the timeout leaves the user signed out', async (_, id, part) => {
    const over = new AbortController()
    const end = new AbortController()
    const seconds = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal)
    onTestFinished(() => {
      seconds.mockRestore()
      end.abort()
    })
    const hanging = () => {
      over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
      return weather.hanging(end.signal)
    }
    await expectRefusal(id, { [part]: hanging }, refused)
    expect(seconds).toHaveBeenCalledWith(10_000)
  })
})

describe('malformed profiles', () => {
  test.each(aboutProfiles)('a profile that is %s signs nobody in', async (_, lies) => {
    for (const id of ['gitlab', 'github'] as const) await expectRefusal(id, lies, refused)
  })

  test('a Slack error with status 200 signs nobody in', async () => {
    await expectRefusal('slack', { profile: () => Response.json({ ok: false, error: 'invalid_auth' }) }, refused)
  })
})

describe('unverified provider emails link to no account', () => {
  const signUp = async (id: OAuthProvider, lies: Lies) => {
    under.fake.lie(id, lies)
    const { data } = await browserAt(under).authenticate(id)
    under.fake.beHonest()
    return data.user as { emails: unknown[]; user_id: string }
  }

  test.each<[string, unknown]>([
    ['false', false],
    ['"false"', 'false'],
    ['absent', undefined],
    ['1', 1],
    ['"yes"', 'yes'],
    ['null', null],
  ])('an email with the verified flag %s is not linked', async (name, flag) => {
    const subject = `flag-${name}`.replaceAll(/\W/g, '')
    const user = await signUp('google', {
      person: { subject },
      claims: claims => ({ ...claims, email_verified: flag }),
    })
    expect(user.emails).toEqual([])
  })

  test('another user’s email from a provider with tenant-set addresses is not linked', async () => {
    const user = await signUp('microsoft', {
      person: { subject: '99999999-2222-4333-8444-555555555555', isVerified: false },
    })
    expect(user.emails).toEqual([])
  })

  test.each([
    ['none at all', null],
    ['one that is no address', 'not an address'],
    ['one in full-width letters', 'ada＠example.org'],
    ['one with a zero-width space', 'ada\u200b@example.org'],
    ['one with a line break', 'ada@example.org\r\nBcc: b@example.org'],
  ])('an email that is %s is not linked', async (name, email) => {
    const user = await signUp('google', {
      person: { subject: name.replaceAll(/\W/g, '') },
      claims: claims => ({ ...claims, email }),
    })
    expect(user.emails).toEqual([])
  })
})

test('huge names and names with markup or control characters are stored as a short line', async () => {
  under.fake.lie('twitch', {
    person: { subject: '4711', email: 'long@example.org' },
    profile: ({ body }) => ({
      status: 200,
      body: {
        ...(body as object),
        preferred_username: `<script>\u0000\r\n${'x'.repeat(5_000)}`,
        picture: 'javascript:alert(1)',
      },
    }),
  })
  const { data } = await browserAt(under).authenticate('twitch')
  under.fake.beHonest()
  const { name } = data.user as { name: { first_name: string } }
  expect([...name.first_name].length).toBeLessThanOrEqual(200)
  expect(name.first_name).not.toMatch(/\p{Cc}/u)
  expect(data.profile_picture_url).toBe('')
})
