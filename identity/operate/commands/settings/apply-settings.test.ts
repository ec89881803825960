import { UsageError } from '@corroborate/server-kit/command-line'
import { describe, expect, test } from 'vitest'
import { type ProjectConfig, projectConfig } from '../../../projects/index.ts'
import { applySettings, settingFlags } from './apply-settings.ts'

const fresh = projectConfig.parse({})
const after = (flags: Record<string, string[]>, before: Partial<ProjectConfig> = {}): ProjectConfig =>
  applySettings({ ...fresh, ...before }, flags)
const refusal = (flags: Record<string, string[]>, before: Partial<ProjectConfig> = {}): string => {
  try {
    after(flags, before)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return ''
}

describe('applying settings', () => {
  test('settings change only what their flags name', () => {
    expect(after({})).toEqual(fresh)
    expect(after({ watermark: ['on'] }, { siwe: true })).toEqual({ ...fresh, siwe: true, watermark: true })
  })

  test('settings are applied flag by flag and value by value', () => {
    const [a, b] = ['https://a.example', 'https://b.example']
    const flags = { 'allow-origin': [a, b], 'disallow-origin': [a] }
    expect(after(flags).allowedOrigins).toEqual([b])
    expect(after({ watermark: ['on', 'off'] }).watermark).toBe(false)
  })

  test('unrelated flags are ignored', () => {
    expect(after({ name: ['Journal'], live: ['on'] })).toEqual(fresh)
  })

  test('project settings are extracted from the project', () => {
    const project = { ...fresh, id: 'project-1', publicToken: 'token', name: 'Journal' } as ProjectConfig
    expect(applySettings(project, {})).toEqual(fresh)
  })

  test('an invalid setting is rejected with its flag and value', () => {
    expect(refusal({ watermark: ['maybe'] })).toBe('--watermark maybe: must be on or off.')
    expect(refusal({ 'allow-origin': ['https://a.example', 'b'] })).toBe('--allow-origin b: is not a URL.')
    expect(refusal({ 'session-maximum-minutes': ['4'] })).toBe(
      '--session-maximum-minutes 4: must be a whole number from 5 to 527040.',
    )
  })

  test('factors, pages, sessions, roles, protection and messages all have flags', () => {
    const some = ['pkce-magic-links', 'watermark', 'jwt-algorithm', 'role', 'adaptive-captcha', 'locale']
    expect(Object.keys(settingFlags)).toEqual(expect.arrayContaining(some))
  })

  test('unexpected errors are thrown', () => {
    const broken = { ...fresh, rbac: null } as unknown as ProjectConfig
    expect(() => applySettings(broken, {})).toThrow()
    expect(() => applySettings(broken, {})).not.toThrow(UsageError)
  })
})

describe('page settings', () => {
  test('a page URL allows its origin', () => {
    const { allowedOrigins } = after({ 'allow-origin': ['https://A.example:443/page?x', 'https://a.example'] })
    expect(allowedOrigins).toEqual(['https://a.example'])
    expect(after({ 'disallow-origin': ['https://a.example/other'] }, { allowedOrigins }).allowedOrigins).toEqual([])
  })

  test.each([
    ['allow-origin', 'a.example'],
    ['disallow-origin', 'a.example'],
    ['allow-redirect', 'a.example'],
    ['disallow-redirect', 'a.example'],
    ['user-events-url', 'a.example'],
  ])('a page must be a URL (--%s)', (flag, value) => {
    expect(refusal({ [flag]: [value] })).toBe(`--${flag} ${value}: is not a URL.`)
  })

  const to = 'https://a.example/in'
  test.each([
    ['allow-redirect', { login: [to], signup: [to], reset_password: [to] }],
    ['allow-login-redirect', { login: [to], signup: [], reset_password: [] }],
    ['allow-signup-redirect', { login: [], signup: [to], reset_password: [] }],
    ['allow-reset-redirect', { login: [], signup: [], reset_password: [to] }],
  ])('redirect URLs are added per link type (--%s)', (flag, redirectUrls) => {
    expect(after({ [flag]: ['https://A.example/in'] }).redirectUrls).toEqual(redirectUrls)
  })

  test('redirect URLs accumulate until all are removed', () => {
    const before = { redirectUrls: { login: ['https://b.example/'], signup: [to], reset_password: [to] } }
    expect(after({ 'allow-login-redirect': [to] }, before).redirectUrls).toEqual({
      ...before.redirectUrls,
      login: ['https://b.example/', to],
    })
    expect(after({ 'disallow-redirect': [to] }, before).redirectUrls).toEqual({
      ...{ login: ['https://b.example/'], signup: [], reset_password: [] },
    })
  })

  test('a user events URL is set or removed', () => {
    const { userEventsUrl } = after({ 'user-events-url': ['https://A.example/told'] })
    expect(userEventsUrl).toBe('https://a.example/told')
    expect(after({ 'user-events-url': ['none'] }, { userEventsUrl: to }).userEventsUrl).toBeNull()
    expect(refusal({ 'user-events-url': ['http://a.example/'] })).toContain('must be one https URL')
  })

  test('a custom host name is set or removed', () => {
    const { cnameDomain } = after({ 'cname-domain': ['login.a.example'] })
    expect(cnameDomain).toBe('login.a.example')
    expect(after({ 'cname-domain': ['none'] }, { cnameDomain: 'login.a.example' }).cnameDomain).toBeNull()
    expect(refusal({ 'cname-domain': ['https://a.example'] })).toContain('must be a host name')
  })
})

describe('boolean setting', () => {
  const pkce = { magicLinks: true, passwordResets: true }
  test.each([
    ['http-only-cookies', { httpOnlyCookies: true }, { httpOnlyCookies: false }],
    ['watermark', { watermark: true }, { watermark: false }],
    ['new-device-mails', { newDeviceMails: true }, { newDeviceMails: false }],
    ['pkce-oauth', { pkce: { ...pkce, oauth: true } }, { pkce: { ...pkce, oauth: false } }],
    ['adaptive-captcha', { adaptiveCaptcha: true }, { adaptiveCaptcha: false }],
    ['captcha-on-every-call', { captchaOnEveryCall: true }, { captchaOnEveryCall: false }],
    ['enumeration-protection', { enumerationProtection: true }, { enumerationProtection: false }],
  ])('a boolean setting is turned on and off (--%s)', (flag, on, off) => {
    expect(after({ [flag]: ['on'] }, off)).toEqual({ ...fresh, ...on })
    expect(after({ [flag]: ['off'] }, on)).toEqual({ ...fresh, ...off })
    expect(refusal({ [flag]: ['yes'] })).toBe(`--${flag} yes: must be on or off.`)
  })
})

describe('session settings', () => {
  const { sessions } = fresh
  test.each([
    ['session-maximum-minutes', 'maximumMinutes'],
    ['session-absolute-minutes', 'absoluteMinutes'],
    ['recent-factor-minutes', 'recentFactorMinutes'],
  ])('session lifetimes are set in minutes (--%s)', (flag, name) => {
    expect(after({ [flag]: ['7'] }).sessions).toEqual({ ...sessions, [name]: 7 })
    expect(refusal({ [flag]: ['x'] })).toBe(`--${flag} x: must be a whole number.`)
  })

  test('sessions pending a second factor can be restricted', () => {
    expect(after({ 'limit-pending-sessions': ['on'] }).sessions).toEqual({ ...sessions, limitPending: true })
    expect(refusal({ 'limit-pending-sessions': ['yes'] })).toBe('--limit-pending-sessions yes: must be on or off.')
  })

  test('the JWT algorithm is one of two', () => {
    expect(after({ 'jwt-algorithm': ['ES256'] }).jwtAlgorithm).toBe('ES256')
    expect(after({ 'jwt-algorithm': ['RS256'] }, { jwtAlgorithm: 'ES256' }).jwtAlgorithm).toBe('RS256')
    expect(refusal({ 'jwt-algorithm': ['none'] })).toBe('--jwt-algorithm none: must be RS256 or ES256.')
  })
})

describe('message settings', () => {
  test('sender domains are added and removed', () => {
    const { emailDomains } = after({ 'email-domain': ['a.example', 'b.example', 'a.example'] })
    expect(emailDomains).toEqual(['a.example', 'b.example'])
    expect(after({ 'remove-email-domain': ['a.example'] }, { emailDomains }).emailDomains).toEqual(['b.example'])
  })

  test('the message language is one of the supported ones', () => {
    expect(after({ locale: ['de'] }).locale).toBe('de')
    expect(refusal({ locale: ['fr'] })).toMatch(/^--locale fr: must be one of en, de, .*[^,]\.$/)
  })
})

test('device checks have one of three modes', () => {
  for (const mode of ['observation', 'decisioning', 'off']) {
    expect(after({ 'device-fingerprint': [mode] }, { deviceFingerprint: 'observation' }).deviceFingerprint).toBe(mode)
  }
  expect(refusal({ 'device-fingerprint': ['on'] })).toBe(
    '--device-fingerprint on: must be one of off, observation, decisioning.',
  )
})

describe('role and scope settings', () => {
  const permissions = [{ resource_id: 'papers', actions: ['read'] }]
  const before: Partial<ProjectConfig> = {
    rbac: {
      roles: [
        ...fresh.rbac.roles,
        { role_id: 'editor', description: 'Edits.', permissions },
        { role_id: 'reader', description: 'Reads.', permissions: [] },
      ],
      resources: [{ resource_id: 'papers', description: '', actions: ['read'] }],
      scopes: [
        { scope: 'write', description: 'Writes.', permissions },
        { scope: 'read', description: 'Reads.', permissions: [] },
      ],
    },
  }

  test('a new role or scope has a description and no permissions', () => {
    expect(after({ role: ['chief=Decides.'] }, before).rbac).toEqual({
      ...before.rbac,
      roles: [...(before.rbac?.roles ?? []), { role_id: 'chief', description: 'Decides.', permissions: [] }],
    })
    expect(after({ scope: ['all=Does all.'] }, before).rbac).toEqual({
      ...before.rbac,
      scopes: [...(before.rbac?.scopes ?? []), { scope: 'all', description: 'Does all.', permissions: [] }],
    })
  })

  test('redescribing a role or scope keeps its permissions', () => {
    expect(after({ role: ['editor=Edits all.'] }, before).rbac.roles).toEqual([
      ...fresh.rbac.roles,
      { role_id: 'reader', description: 'Reads.', permissions: [] },
      { role_id: 'editor', description: 'Edits all.', permissions },
    ])
    expect(after({ scope: ['write=Writes all.'] }, before).rbac.scopes).toEqual([
      { scope: 'read', description: 'Reads.', permissions: [] },
      { scope: 'write', description: 'Writes all.', permissions },
    ])
  })

  test('roles and scopes are removed, except the default role', () => {
    const roles = after({ 'remove-role': ['editor'] }, before).rbac.roles.map(({ role_id }) => role_id)
    expect(roles).toEqual(['stytch_user', 'reader'])
    expect(after({ 'remove-scope': ['write'] }, before).rbac).toEqual({
      ...before.rbac,
      scopes: [{ scope: 'read', description: 'Reads.', permissions: [] }],
    })
    expect(after({ 'remove-role': ['editor'] }, before).rbac.resources).toEqual(before.rbac?.resources)
    expect(refusal({ 'remove-role': ['stytch_user'] }, before)).toBe(
      '--remove-role stytch_user: is the role of everybody.',
    )
  })
})
