import { describe, expect, onTestFinished, test } from 'vitest'
import { findClient } from '../../factors/oauth/index.ts'
import { openFakeUpstream, registered } from '../../factors/oauth/testing/index.ts'
import { commandsUnderTest } from './testing/index.ts'

/** Nothing listens at this address. */
const nobody = { OAUTH_PROVIDERS_URL: 'http://127.0.0.1:1' }
const appleKey = { key: registered.apple.privateKey }
const apple = `--client-id id --team-id TEAM123456 --key-id KEY1234567 --key-file key`

const withProviders = async (settings: Record<string, string> = nobody) => {
  const provider = await commandsUnderTest(settings)
  const set = (words: string, files: Record<string, string> = {}) =>
    provider.run(`project provider set ${words}`, { files })
  const stored = async (name: Parameters<typeof findClient>[3]) =>
    findClient(provider.db, provider.sealer, (await provider.project()).id, name)
  return { ...provider, set, stored }
}

const withFake = async () => {
  const fake = await openFakeUpstream()
  onTestFinished(fake.close)
  return withProviders({ OAUTH_PROVIDERS_URL: fake.url })
}

const id = (text: string, settings: string): string =>
  `${text} --client-id id --client-secret secret ${settings}`.trim()

describe('provider client command', () => {
  test('a client is stored when the provider accepts it', async () => {
    const { set, stored, noted, settings, project } = await withFake()
    const { clientSecret } = registered
    const done = await set('google --client-id client-of-google --client-secret -', { '-': ` ${clientSecret}\n` })
    const uri = `${settings.identity.origin}/v1/oauth/callback/${(await project()).id}/google`
    const details = { provider: 'google', client_id: 'client-of-google' }
    expect(done).toMatchObject({
      text: `Google accepted the client. Register this redirect URI there:\n  ${uri}`,
    })
    expect(done.json).toEqual({ ...details, redirect_uri: uri, checked: 'accepted' })
    expect(await stored('google')).toMatchObject({ clientId: 'client-of-google', clientSecret })
    expect(await noted()).toEqual([
      { action: 'project.provider_set', actor: 'operator:eve@desk', user_id: null, details },
    ])
  })

  test('a client the provider rejects is not stored', async () => {
    const { refusal, stored, noted } = await withFake()
    expect(await refusal('project provider set google --client-id client-of-google --client-secret x')).toEqual([
      1,
      'Google rejected this client ID or secret. Nothing was changed.',
    ])
    expect(await stored('google')).toBeNull()
    expect(await noted()).toEqual([])
  })

  test('a client is stored if the provider does not respond, with the project’s host as its redirect', async () => {
    const { set, stored, configure, project } = await withProviders()
    await configure({ cnameDomain: 'login.a.example' })
    const uri = `https://login.a.example/v1/oauth/callback/${(await project()).id}/github`
    const { json, text } = await set(id('github', ''))
    expect(json).toMatchObject({ redirect_uri: uri, checked: 'unknown' })
    expect(text).toBe(`GitHub could not verify the client. Register this redirect URI there:\n  ${uri}`)
    expect(await stored('github')).toMatchObject({
      ...{ clientId: 'id', clientSecret: 'secret', teamId: '', keyId: '' },
      ...{ hostedDomain: '', trustsEmails: false },
    })
  })

  test('a client may have provider-specific settings, shown in the list', async () => {
    const { run, set, stored } = await withProviders()
    expect(await run('project provider list')).toMatchObject({ json: [], text: 'There are none.' })
    const views = [
      [id('google', '--hosted-domain A.Example'), { provider: 'google', client_id: 'id', hosted_domain: 'a.example' }],
      [id('microsoft', '--tenant my.tenant-1_a'), { provider: 'microsoft', client_id: 'id', tenant: 'my.tenant-1_a' }],
      [`apple ${apple}`, { provider: 'apple', client_id: 'id', team_id: 'TEAM123456', key_id: 'KEY1234567' }],
      [id('gitlab', '--host GIT.a.example:8443'), { provider: 'gitlab', client_id: 'id', host: 'git.a.example:8443' }],
      [
        id('salesforce', '--host s.a.example --trust-emails on'),
        { provider: 'salesforce', client_id: 'id', host: 's.a.example', trust_emails: true },
      ],
      [id('yahoo', ''), { provider: 'yahoo', client_id: 'id' }],
    ] as const
    for (const [words, view] of views) {
      const { json } = await set(words, appleKey)
      expect(json).toEqual({ ...view, redirect_uri: expect.any(String), checked: 'unknown' })
    }
    expect(await stored('google')).toMatchObject({ hostedDomain: 'a.example' })
    expect(await stored('apple')).toMatchObject({
      clientSecret: appleKey.key,
      teamId: 'TEAM123456',
      keyId: 'KEY1234567',
    })
    expect(await stored('salesforce')).toMatchObject({ host: 's.a.example', trustsEmails: true })
    expect(await stored('microsoft')).toMatchObject({ tenant: 'my.tenant-1_a', trustsEmails: false })

    const listed = await run('project provider list')
    const byName = (all: readonly { provider: string }[]) => all.toSorted((a, b) => (a.provider < b.provider ? -1 : 1))
    expect(byName(listed.json as { provider: string }[])).toEqual(byName(views.map(([, view]) => view)))
    expect(listed.text.split('\n')).toHaveLength(6)
    expect(listed.text.split('\n')).toEqual(
      expect.arrayContaining([
        'Google       client_id id  hosted_domain a.example',
        'Salesforce   client_id id  host s.a.example  trust_emails true',
      ]),
    )
    expect((await set(id('salesforce', '--trust-emails off'))).json).not.toHaveProperty('trust_emails')
    expect(await stored('salesforce')).toMatchObject({ trustsEmails: false })
  })

  test('removing a client is logged', async () => {
    const { run, refusal, set, noted, stored } = await withProviders()
    expect(await refusal('project provider remove google')).toEqual([1, 'Corroborate has no Google client.'])
    await set(id('google', ''))
    expect(await run('project provider remove google')).toMatchObject({
      json: { provider: 'google' },
      text: 'Google was removed.',
    })
    expect(await stored('google')).toBeNull()
    expect(await noted('project.provider_removed')).toEqual([
      {
        action: 'project.provider_removed',
        actor: 'operator:eve@desk',
        user_id: null,
        details: { provider: 'google' },
      },
    ])
  })
})

test('invalid client options are rejected', async () => {
  const { refusal, db } = await withProviders()
  const words = (count: number) => 'x'.repeat(count)
  for (const [given, said] of [
    ['google --client-secret x', '--client-id is missing.'],
    ['google --client-id two␣words --client-secret x', '--client-id must be one word.'],
    [`google --client-id ${words(1_001)} --client-secret x`, '--client-id must be one word.'],
    ['google --client-id x', '--client-secret is missing.'],
    ['google --client-id x --client-secret two␣words', '--client-secret must be one word.'],
    ['google --client-id x --client-secret tausendschön', '--client-secret must be one word.'],
    [`google --client-id x --client-secret ${words(1_001)}`, '--client-secret must be one word.'],
    [id('github', '--host a.example'), '--host is not supported by GitHub.'],
    [id('google', '--tenant x'), '--tenant is not supported by Google.'],
    [id('google', '--trust-emails on'), '--trust-emails is not supported by Google.'],
    [id('microsoft', '--hosted-domain a.example'), '--hosted-domain is not supported by Microsoft.'],
    [id('google', '--team-id TEAM123456'), '--team-id is not supported by Google.'],
    [id('google', '--key-id KEY1234567'), '--key-id is not supported by Google.'],
    [id('google', '--key-file key'), '--key-file is not supported by Google.'],
    [`apple ${apple} --client-secret x`, '--client-secret is not supported by Apple.'],
    [id('salesforce', '--trust-emails yes'), '--trust-emails must be on or off.'],
    ['apple --client-id x', '--team-id is missing.'],
    ['apple --client-id x --team-id TEAM123456', '--key-id is missing.'],
    ['apple --client-id x --team-id TEAM123456 --key-id KEY1234567', '--key-file is missing.'],
    ...['TEAM12345', 'TEAM1234567', 'team123456'].map(
      team =>
        [
          `apple --client-id x --team-id ${team}`,
          '--team-id must be the ten letters and digits that Apple calls the team id.',
        ] as const,
    ),
    ...['KEY123456', 'KEY12345678', 'key1234567'].map(
      key =>
        [
          `apple --client-id x --team-id TEAM123456 --key-id ${key}`,
          '--key-id must be the ten letters and digits that Apple calls the key id.',
        ] as const,
    ),
    ...[
      '-a.example',
      'a-.example',
      'a.-b',
      'a.b-',
      'a..b',
      'localhost',
      'a.example:',
      'a.example:123456',
      'a_b.c',
      'a.b/c',
    ].map(host => [id('gitlab', `--host ${host}`), '--host must be a host name.'] as const),
    [id('google', '--hosted-domain localhost'), '--hosted-domain must be a domain.'],
    ...['a/b', 'a␣b', words(101)].map(
      tenant => [id('microsoft', `--tenant ${tenant}`), '--tenant must be the id or domain of a tenant.'] as const,
    ),
  ] as const) {
    expect([given, ...(await refusal(`project provider set ${given}`))]).toEqual([given, 2, said])
  }
  expect(await db.selectFrom('oauth_clients').selectAll().execute()).toEqual([])
})

test('client ids and secrets of minimum and maximum length are accepted', async () => {
  const { set } = await withProviders()
  const [long, longest] = ['x'.repeat(1_000), 'x'.repeat(100)]
  for (const given of [
    `google --client-id ${long} --client-secret ${long}`,
    'google --client-id x --client-secret !~',
    id('microsoft', `--tenant ${longest}`),
    id('microsoft', '--tenant x'),
    id('gitlab', '--host a.b:1'),
    id('gitlab', '--host a--b.c1.d-e:12345'),
    id('google', '--hosted-domain a1.b2.c3'),
  ]) {
    expect([given, (await set(given)).code]).toEqual([given, 0])
  }
})

test('a secret read from standard input is a single word', async () => {
  const { refusal } = await withProviders()
  for (const text of ['', ' \n', 'two words']) {
    const files = { '-': text }
    expect(await refusal('project provider set google --client-id x --client-secret -', { files })).toEqual([
      2,
      'The client secret must be one word.',
    ])
  }
})

test('an unreadable Apple key is rejected', async () => {
  const { refusal } = await withProviders()
  const set = `project provider set apple ${apple}`
  expect(await refusal(set.replace(/key$/, '/nowhere'))).toEqual([1, '/nowhere cannot be read.'])
  expect(await refusal(set, { files: { key: 'no key' } })).toEqual([
    1,
    'key is not an Apple key. Apple’s key file is named AuthKey_….p8.',
  ])
})

test.each(['set', 'remove'])('an unknown provider is rejected with the list of known ones (%s)', async act => {
  const { refusal } = await withProviders()
  const [code, said] = await refusal(`project provider ${act} myspace`)
  expect([code, said]).toEqual([
    2,
    expect.stringMatching(/^Unknown provider "myspace"\. Providers: google, microsoft, apple, .*yahoo\.$/),
  ])
})
