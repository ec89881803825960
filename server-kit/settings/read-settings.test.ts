import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { prepareDataDir, readSettings, SettingsError, warnOfMissing } from './index.ts'
import { secretVariables, variables } from './variables.ts'

const mistakesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.mistakes.map(({ variable }) => variable)
  }
}

describe('default settings', () => {
  const settings = readSettings({})

  test('both servers listen on their default ports and derive their origins', () => {
    expect(settings.site).toMatchObject({ port: 5000, origin: 'http://localhost:5000' })
    expect(settings.identity).toMatchObject({ port: 5001, origin: 'http://localhost:5001' })
  })

  test('data comes from public services, while payments, mail and SMS use fakes', () => {
    expect(settings.openAlex.url).toBe('https://api.openalex.org')
    expect(settings.crossref.url).toBe('https://api.crossref.org')
    expect(settings.stripe).toBeNull()
    expect(settings.twilio).toBeNull()
    expect(settings.mail.smtpUrl).toBeUndefined()
  })

  test('a development server on this machine needs no contact address', () => {
    expect(settings.missing).toEqual([])
    expect(readSettings({ HOST: '127.0.0.1', SITE_ORIGIN: 'http://localhost:8080' }).missing).toEqual([])
  })

  test('no proxy is trusted', () => {
    expect(settings.trustedProxies.check('127.0.0.1')).toBe(false)
  })

  test('data is stored in the working directory', () => {
    expect(settings.dataDir).toBe(resolve('data'))
  })
})

describe('without SITE_CONTACT', () => {
  test.each([
    { NODE_ENV: 'production' },
    { NODE_ENV: 'production', SITE_ORIGIN: 'https://papers.example.org' },
    { SITE_ORIGIN: 'https://papers.example.org' },
    { IDENTITY_ORIGIN: 'https://login.example.org' },
    { HOST: '0.0.0.0' },
  ])('a server with %j logs one warning', environment => {
    const warnings: string[] = []
    warnOfMissing(readSettings(environment), { warn: message => warnings.push(message) })
    expect(warnings).toEqual([expect.stringMatching(/^SITE_CONTACT is not set: pages name no address/)])
  })

  test.each([{ SITE_CONTACT: 'a@example.org' }, { MAIL_FROM: 'Papers <a@example.org>' }])(
    'a production server with %j logs none',
    environment => expect(readSettings({ NODE_ENV: 'production', ...environment }).missing).toEqual([]),
  )
})

describe('configured settings', () => {
  test('an empty value counts as unset', () => {
    expect(readSettings({ PORT: '', LOG_LEVEL: '  ', SMTP_URL: '' })).toMatchObject({
      logLevel: 'info',
      site: { port: 5000 },
    })
  })

  test('origins follow the ports', () => {
    expect(readSettings({ PORT: '8080' }).site.origin).toBe('http://localhost:8080')
  })

  test('an origin is normalized as browsers do', () => {
    expect(readSettings({ SITE_ORIGIN: 'https://Papers.Example.org:443/' }).site.origin).toBe(
      'https://papers.example.org',
    )
  })

  test('a service is disabled with off, and its trailing slash is removed', () => {
    const settings = readSettings({ OPENALEX_URL: 'off', CROSSREF_URL: 'http://localhost:9999/crossref/' })
    expect(settings.openAlex.url).toBeNull()
    expect(settings.crossref.url).toBe('http://localhost:9999/crossref')
  })

  test('proxy networks are parsed', () => {
    const { trustedProxies } = readSettings({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8,192.0.2.7' })
    expect(trustedProxies.check('10.1.2.3')).toBe(true)
    expect(trustedProxies.check('fd12::1', 'ipv6')).toBe(true)
    expect(trustedProxies.check('192.0.2.8')).toBe(false)
  })

  test('HSTS for subdomains is enabled only by on', () => {
    expect(readSettings({}).hstsIncludesSubdomains).toBe(false)
    expect(readSettings({ HSTS_SUBDOMAINS: 'off' }).hstsIncludesSubdomains).toBe(false)
    expect(readSettings({ HSTS_SUBDOMAINS: 'on' }).hstsIncludesSubdomains).toBe(true)
    expect(mistakesOf({ HSTS_SUBDOMAINS: 'true' })).toEqual(['HSTS_SUBDOMAINS'])
  })

  test('a secret is redacted unless explicitly read', () => {
    const settings = readSettings({
      DATABASE_URL: 'postgres://u:hunter2@db/papers',
      METRICS_TOKEN: 'hunter2hunter2hunter2',
    })
    expect(settings.site.databaseUrl?.reveal()).toBe('postgres://u:hunter2@db/papers')
    expect(`${JSON.stringify(settings)} ${inspect(settings, { depth: 9 })} ${settings.metricsToken}`).not.toContain(
      'hunter2',
    )
  })
})

describe('identity secrets', () => {
  test('several secrets are accepted, newest first, and all are redacted', () => {
    const settings = readSettings({ IDENTITY_SECRET: `${'n'.repeat(44)} , ${'o'.repeat(32)}` })
    expect(settings.identity.secrets.map(each => each.reveal())).toEqual(['n'.repeat(44), 'o'.repeat(32)])
    expect(`${JSON.stringify(settings)} ${inspect(settings, { depth: 9 })}`).not.toContain('nnn')
    expect(readSettings({}).identity.secrets).toEqual([])
  })

  test.each(['short', `${'n'.repeat(44)},`, `${'n'.repeat(44)} ${'o'.repeat(44)}`])(
    'an identity secret cannot be %j',
    text => {
      expect(() => readSettings({ IDENTITY_SECRET: text })).toThrow(/IDENTITY_SECRET must be at least 32 characters/)
      expect(() => readSettings({ IDENTITY_SECRET: text })).toThrow(/^(?!.*(nnn|"short))/s)
    },
  )
})

describe('invalid settings', () => {
  test('all errors are reported together, including conflicts between variables', () => {
    expect(
      mistakesOf({
        PORT: 'abc',
        SITE_ORIGIN: 'https://example.org/papers',
        DATABASE_URL: 'mysql://db',
        OPENALEX_URL: 'no',
        LOG_LEVEL: 'loud',
        MAIL_FROM: 'nobody',
        STRIPE_SECRET_KEY: 'sk_test_1',
        TWILIO_FROM: '+15005550006',
        NODE_ENV: 'production',
        LIMITS_SCALE: '1000',
        TRUSTED_PROXIES: '10.0.0.0/33',
      }).toSorted(),
    ).toEqual([
      'DATABASE_URL',
      'LIMITS_SCALE',
      'LOG_LEVEL',
      'MAIL_FROM',
      'OPENALEX_URL',
      'PORT',
      'SITE_ORIGIN',
      'STRIPE_SECRET_KEY',
      'TRUSTED_PROXIES',
      'TWILIO_FROM',
    ])
  })

  test('an error names the variable, the expected form and the value found', () => {
    expect(() => readSettings({ PORT: '70000' })).toThrow(
      'One setting is wrong (.env.example explains each):\n  PORT must be a whole number from 0 to 65535, not "70000".',
    )
  })

  test('an error never contains a secret', () => {
    expect(() => readSettings({ SMTP_URL: 'hunter2' })).toThrow(/^(?!.*hunter2)/s)
  })

  test.each([
    ['LIMITS_SCALE', '0'],
    ['LIMITS_SCALE', '-1'],
    ['LIMITS_SCALE', 'Infinity'],
    ['IDENTITY_PORT', '5000'],
    ['METRICS_TOKEN', 'short'],
    ['NOTICE_SECONDS', '100'],
    ['NOTICE_SECONDS', '-1'],
    ['DATABASE_REPLICA_URL', 'postgres://without-a-primary/site'],
    ['IDENTITY_PUBLIC_TOKEN', 'token'],
    ['SITE_ORIGIN', 'ftp://example.org'],
    ['TWILIO_ACCOUNT_SID', 'AC1'],
  ])('%s cannot be %s', (variable, value) => {
    expect(mistakesOf({ [variable]: value })).toContain(variable)
  })

  test('limits can be scaled outside production only', () => {
    expect(readSettings({ LIMITS_SCALE: '1000' }).limitsScale).toBe(1000)
    expect(readSettings({ LIMITS_SCALE: '1.0', NODE_ENV: 'production' }).limitsScale).toBe(1)
    expect(mistakesOf({ LIMITS_SCALE: '2', NODE_ENV: 'production' })).toEqual(['LIMITS_SCALE'])
  })
})

describe('NODE_ENV', () => {
  test.each(['prod', 'Production', 'PRODUCTION', 'staging', 'dev'])('NODE_ENV cannot be %s', value => {
    expect(() => readSettings({ NODE_ENV: value })).toThrow(
      `NODE_ENV must be development, production or test, not "${value}".`,
    )
  })

  test.each([
    ['development', false],
    ['test', false],
    ['production', true],
    ['', false],
  ])('NODE_ENV may be %j', (value, production) => {
    expect(readSettings({ NODE_ENV: value }).production).toBe(production)
  })
})

describe('listen address', () => {
  const https = { SITE_ORIGIN: 'https://papers.example.org', IDENTITY_ORIGIN: 'https://login.example.org' }

  test('servers listen on localhost in development and on all addresses in production', () => {
    expect(readSettings({}).host).toBe('localhost')
    expect(readSettings(https).host).toBe('localhost')
    expect(readSettings({ NODE_ENV: 'production', ...https }).host).toBeUndefined()
  })

  test('servers with localhost origins listen on localhost in production too', () => {
    expect(readSettings({ NODE_ENV: 'production' }).host).toBe('localhost')
    expect(readSettings({ NODE_ENV: 'production', SITE_ORIGIN: 'http://127.0.0.1:5000' }).host).toBe('localhost')
  })

  test.each(['development', 'production'])('servers listen in %s where HOST is set', value => {
    expect(readSettings({ NODE_ENV: value, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })
})

describe('8: public origin', () => {
  test.each(['SITE_ORIGIN', 'IDENTITY_ORIGIN'])('a public origin requires https (%s)', variable => {
    for (const value of ['http://name', 'http://papers.example.org', 'http://192.168.1.5:5000']) {
      expect(() => readSettings({ [variable]: value })).toThrow(
        `${variable} must begin with https:// unless it is on this machine (http://localhost), not "${value}".`,
      )
    }
  })

  test.each(['http://localhost', 'http://127.0.0.1:8080', 'http://[::1]:5000', 'https://papers.example.org'])(
    'the origin can be %s',
    value => {
      expect(readSettings({ SITE_ORIGIN: value }).site.origin).toBe(value)
    },
  )
})

describe('.env.example', () => {
  test('.env.example lists exactly the variables of the schema', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const listed = [...example.matchAll(/^([A-Z_]+)=/gm)].map(match => match[1] ?? '')
    expect(listed.toSorted()).toEqual(Object.keys(variables.shape).toSorted())
  })

  test('.env.example marks the variables that can be read from files', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const [head = ''] = example.split('\n\n')
    const named = [...head.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name)
    expect(new Set(named.filter(name => !name.endsWith('_FILE')))).toEqual(secretVariables)
  })
})

describe('data folder', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'corroborate-settings-'))

  test('the data folder and its parents are created when missing', () => {
    const wanted = join(folder(), 'a', 'b')
    prepareDataDir(wanted)
    prepareDataDir(wanted)
    expect(statSync(wanted).isDirectory()).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('the data folder is private', () => {
    const wanted = join(folder(), 'a', 'b')
    prepareDataDir(wanted)
    expect(statSync(wanted).mode & 0o777).toBe(0o700)
    expect(statSync(join(wanted, '..')).mode & 0o777).toBe(0o777 & ~process.umask())
  })

  test('an invalid data folder is rejected with a message', () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    expect(() => prepareDataDir(join(file, 'data'))).toThrow(/DATA_DIR is .* where this user cannot keep files/)
    expect(() => prepareDataDir(file)).toThrow(SettingsError)
  })

  test.runIf(process.platform === 'linux')(
    'a data folder that cannot be created is rejected without endless retries',
    () => {
      expect(() => prepareDataDir('/proc/corroborate/data')).toThrow(SettingsError)
    },
  )
})

describe('secrets from files', () => {
  const files: Record<string, string> = {
    '/run/secrets/identity': `${'i'.repeat(32)}\n`,
    '/run/secrets/smtp': 'smtps://user:password@mail.example.org:465',
    '/run/secrets/empty': '\n',
    '/run/secrets/wrong': 'not an address',
  }
  const read = (path: string): string => {
    const text = files[path]
    if (text === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' })
    return text
  }
  const sentencesOf = (environment: Record<string, string>): string => {
    try {
      readSettings(environment, read)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  test('secrets are read from files without the trailing line break', () => {
    const settings = readSettings(
      { IDENTITY_SECRET_FILE: '/run/secrets/identity', SMTP_URL_FILE: '/run/secrets/smtp' },
      read,
    )
    expect(settings.identity.secrets.map(one => one.reveal())).toEqual(['i'.repeat(32)])
    expect(settings.mail.smtpUrl?.reveal()).toBe('smtps://user:password@mail.example.org:465')
  })

  test('an empty file name counts as unset', () => {
    expect(readSettings({ SMTP_URL_FILE: ' ' }, read).mail.smtpUrl).toBeUndefined()
  })

  test('a missing or empty secret file is an error', () => {
    expect(sentencesOf({ SMTP_URL_FILE: '/run/secrets/none' })).toContain(
      'SMTP_URL_FILE names /run/secrets/none, which this user cannot read (ENOENT).',
    )
    expect(sentencesOf({ SMTP_URL_FILE: '/run/secrets/empty' })).toContain('which is empty')
  })

  test('setting both a value and its file is an error', () => {
    const both = { SMTP_URL: 'smtp://a', SMTP_URL_FILE: '/run/secrets/smtp' }
    expect(sentencesOf(both)).toContain('SMTP_URL_FILE and SMTP_URL are both set: remove one of them.')
  })

  test('a file’s content is validated and not echoed', () => {
    const said = sentencesOf({ SMTP_URL_FILE: '/run/secrets/wrong' })
    expect(said).toContain('SMTP_URL must be a mail server')
    expect(said).not.toContain('not an address')
  })

  test('only secrets have a file variant', () => {
    expect(readSettings({ PORT_FILE: '/run/secrets/none' }, read).site.port).toBe(5000)
  })
})
