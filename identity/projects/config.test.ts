import { describe, expect, test } from 'vitest'
import { allowedOrigin, projectConfig, projectName, redirectUrl, sameUpToLoopbackPort } from './config.ts'

test('a project’s default configuration is closed, with the usual values', () => {
  expect(projectConfig.parse({})).toEqual({
    allowedOrigins: [],
    siteOrigin: null,
    redirectUrls: { login: [], signup: [], reset_password: [] },
    authorizeUrl: null,
    authorizeUrlIsSet: false,
    openid: {
      dynamicRegistration: false,
      mostRegistered: 1_000,
      registeredPkce: true,
      clientIdDocuments: false,
      redirectSchemes: [],
      pushedRequests: false,
      dpop: false,
      clientCredentials: false,
      resources: [],
      accessTokenMinutes: 60,
      refreshTokenDays: 30,
    },
    emailDomains: [],
    cnameDomain: null,
    httpOnlyCookies: false,
    passwords: {
      policy: 'zxcvbn',
      ludsComplexity: 3,
      ludsMinimumCount: 12,
      breachDetection: true,
      breachDetectionAtLogIn: true,
    },
    expirations: { magicLink: 30, passwordReset: 30, passcode: 5 },
    sessions: { maximumMinutes: 527_040, absoluteMinutes: 527_040, recentFactorMinutes: 5, limitPending: false },
    jwtAlgorithm: 'RS256',
    rbac: {
      roles: [{ role_id: 'stytch_user', description: 'Every signed-in user.', permissions: [] }],
      resources: [],
      scopes: [],
    },
    pkce: { magicLinks: false, passwordResets: false, oauth: false },
    siwe: false,
    strictLinking: false,
    locale: 'en',
    newDeviceMails: true,
    watermark: false,
    captcha: null,
    adaptiveCaptcha: false,
    captchaOnEveryCall: false,
    deviceFingerprint: 'off',
    enumerationProtection: false,
    smsCountries: [],
  })
})

describe('numeric project setting', () => {
  test.each([
    [['openid', 'mostRegistered'], 1, 100_000],
    [['openid', 'accessTokenMinutes'], 1, 1_440],
    [['openid', 'refreshTokenDays'], 1, 365],
    [['passwords', 'ludsComplexity'], 1, 4],
    [['passwords', 'ludsMinimumCount'], 8, 64],
    [['expirations', 'magicLink'], 1, 10_080],
    [['expirations', 'passwordReset'], 1, 10_080],
    [['expirations', 'passcode'], 1, 10],
    [['sessions', 'maximumMinutes'], 5, 527_040],
    [['sessions', 'absoluteMinutes'], 5, 527_040],
    [['sessions', 'recentFactorMinutes'], 1, 1_440],
  ] as const)('%j is an integer from %i to %i', ([group, name], least, most) => {
    const isTaken = (value: number) => projectConfig.safeParse({ [group]: { [name]: value } }).success
    expect([least - 1, least, least + 0.5, most, most + 1].map(isTaken)).toEqual([false, true, false, true, false])
    const { error } = projectConfig.safeParse({ [group]: { [name]: most + 1 } })
    expect(error?.issues[0]?.message).toBe(`must be a whole number from ${least} to ${most}`)
  })
})

describe('project URL', () => {
  test.each([
    ['https://app.example.org/a?b=c', true, false],
    ['https://app.example.org', true, true],
    ['https://app.example.org/', true, true],
    ['https://app.example.org/?b', true, false],
    ['http://localhost:3000/', true, true],
    ['http://127.0.0.1:3000', true, true],
    ['http://app.example.org/', false, false],
    ['ftp://app.example.org/', false, false],
    ['https://app.example.org/#part', false, false],
    ['https://ada@app.example.org/', false, false],
    ['https://:secret@app.example.org/', false, false],
    ['https://*.example.org/', false, false],
    ['https://app.example.org/ https://b.example.org/', false, false],
    ['https:\\\\app.example.org', false, false],
    ['x https://app.example.org/', false, false],
    ['https://', false, false],
    ['', false, false],
  ])('%s is valid as a redirect: %s, and as an origin: %s', (text, isRedirect, isOrigin) => {
    const outcomes = [redirectUrl, allowedOrigin].map(schema => schema.safeParse(text).success)
    expect(outcomes).toEqual([isRedirect, isOrigin])
  })

  test('a URL is stored as browsers normalize it, and is limited in length', () => {
    expect(redirectUrl.parse('HTTPS://App.Example.org')).toBe('https://app.example.org/')
    expect(allowedOrigin.parse('HTTPS://App.Example.org:443/')).toBe('https://app.example.org')
    const long = (length: number) => `https://a.example.org/${'x'.repeat(length - 22)}`
    expect([2_048, 2_049].map(length => redirectUrl.safeParse(long(length)).success)).toEqual([true, false])
  })

  test.each([
    ['https://a.example.org/', 'https://a.example.org/', true],
    ['https://a.example.org/', 'https://a.example.org:8443/', false],
    ['http://localhost:3000/a', 'http://localhost:4000/a', true],
    ['http://127.0.0.1/a', 'http://127.0.0.1:4000/a', true],
    ['http://localhost:3000/a', 'http://localhost:4000/b', false],
    ['http://localhost:3000/a', 'http://127.0.0.1:3000/a', false],
    ['http://localhost:3000/a', 'http://a.example.org:3000/a', false],
    ['http://localhost:3000/a', 'https://localhost:3000/a', false],
  ])('%s matches %s: %s', (one, two, isSame) => {
    expect([sameUpToLoopbackPort(one, two), sameUpToLoopbackPort(two, one)]).toEqual([isSame, isSame])
  })
})

describe('text project setting', () => {
  const resource = (scope: string) => ({
    openid: { resources: [{ resource: 'https://a.example.org/', scopes: [scope] }] },
  })
  const captcha = (change: object) => ({
    captcha: { service: 'turnstile', siteKey: 'k', minimumScore: 0.5, cloudProject: '', ...change },
  })
  const role = (role_id: string) => ({
    rbac: { roles: [{ role_id, description: '', permissions: [] }], resources: [], scopes: [] },
  })
  test.each([
    [
      'host name',
      (text: string) => ({ cnameDomain: text }),
      ['a', 'a-b.example.org', 'A.org:80', '1.org'],
      ['', '-a', 'a-', 'a..b', 'a.org:', 'a.org:123456', 'a b', 'a.org/'],
    ],
    [
      'domain of mails',
      (text: string) => ({ emailDomains: [text] }),
      ['example.org'],
      ['@example.org', 'x example.org', 'example.org x'],
    ],
    ['region', (text: string) => ({ smsCountries: [text] }), ['DE'], ['de', 'DEU', 'D', 'xDE']],
    [
      'scheme',
      (text: string) => ({ openid: { redirectSchemes: [text] } }),
      ['cursor', 'a1+-'],
      ['1a', 'a:', 'A', 'xA a'],
    ],
    ['scope of an API', resource, ['read', 'a'.repeat(128), '!'], ['', 'a b', '"', '\\', 'a'.repeat(129)]],
    ['role', role, ['a', 'a_b-1', 'a'.repeat(64)], ['', 'A', '1a', 'a b', 'a'.repeat(65)]],
    [
      'key of a captcha',
      (siteKey: string) => captcha({ siteKey }),
      ['k', 'x'.repeat(200)],
      ['', ' k', 'k ', 'x'.repeat(201)],
    ],
  ] as const)('text setting: %s', (_, configOf, taken, refused) => {
    const isTaken = (text: string) => projectConfig.safeParse(configOf(text)).success
    expect(taken.filter(text => !isTaken(text))).toEqual([])
    expect(refused.filter(isTaken)).toEqual([])
  })

  test.each([
    ['Corroborate', true],
    ['  Corroborate  ', true],
    ['x'.repeat(100), true],
    ['x'.repeat(101), false],
    ['', false],
    ['   ', false],
    ['two\nlines', false],
    ['two\u2028lines', false],
    ['a\u0000b', false],
  ])('%j is a valid project name: %s', (text, isTaken) => expect(projectName.safeParse(text).success).toBe(isTaken))

  test('lists are limited in length, and a score is between 0 and 1', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `https://a${n}.example.org/`)
    const isTaken = (config: object) => projectConfig.safeParse(config).success
    expect([100, 101].map(count => isTaken({ allowedOrigins: many(count) }))).toEqual([true, false])
    expect([100, 101].map(count => isTaken({ redirectUrls: { login: many(count) } }))).toEqual([true, false])
    const domains = (count: number) => many(count).map(url => new URL(url).hostname)
    expect([10, 11].map(count => isTaken({ emailDomains: domains(count) }))).toEqual([true, false])
    const schemes = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`)
    expect([50, 51].map(count => isTaken({ openid: { redirectSchemes: schemes(count) } }))).toEqual([true, false])
    const apis = (count: number) => many(count).map(url => ({ resource: url, scopes: [] }))
    expect([50, 51].map(count => isTaken({ openid: { resources: apis(count) } }))).toEqual([true, false])
    expect(
      [50, 51].map(count => isTaken({ openid: { resources: [{ resource: many(1)[0], scopes: schemes(count) }] } })),
    ).toEqual([true, false])
    const regions = (count: number) =>
      Array.from({ length: count }, (_, n) => String.fromCharCode(65 + (n % 26), 65 + Math.floor(n / 26)))
    expect([250, 251].map(count => isTaken({ smsCountries: regions(count) }))).toEqual([true, false])
    expect([-0.1, 0, 1, 1.1].map(minimumScore => isTaken(captcha({ minimumScore })))).toEqual([
      false,
      true,
      true,
      false,
    ])
    const [api] = projectConfig.parse({ openid: { resources: apis(1) } }).openid.resources
    expect(api).toEqual({ resource: many(1)[0], scopes: [], format: 'opaque', forAnyApp: false })
  })
})
