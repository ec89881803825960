import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { runCli } from '../operate/cli/index.ts'
import { identityUnderTest } from '../testing/index.ts'

const withCli = async () => {
  const identity = await identityUnderTest()
  const run = async (...words: string[]) => {
    let printed = ''
    const print = (text: string) => {
      printed += text
    }
    const code = await runCli(words, () => identity.settings, { stdin: Readable.from(['']), out: print, err: print })
    return { code, printed, json: () => JSON.parse(printed) }
  }
  return { ...identity, run }
}

test('an application is created, shown, changed, given a new secret, and deleted', async () => {
  const { run, db } = await withCli()
  const logo = join(mkdtempSync(join(tmpdir(), 'logo-')), 'logo.png')
  writeFileSync(logo, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]))
  const made = await run(
    'app',
    'create',
    '--name',
    'Reader',
    '--redirect',
    'https://a.example.org/b',
    '--logo',
    logo,
    '--json',
  )
  expect(made.code, made.printed).toBe(0)
  const { client_id, client_secret } = made.json()
  expect(client_id).toMatch(/^connected-app-test-/)
  const stored = await db.selectFrom('openid_clients').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(client_secret)
  await run('app', 'set', client_id, '--first-party', 'on', '--scope', 'openid email')
  expect((await run('app', 'show', client_id, '--json')).json()).toMatchObject({
    name: 'Reader',
    first_party: true,
    scopes: ['openid', 'email'],
    redirect_urls: ['https://a.example.org/b'],
    has_logo: true,
  })
  const rotated = (await run('app', 'rotate-secret', client_id, '--json')).json()
  expect(rotated.client_secret).not.toBe(client_secret)
  expect((await run('app', 'list', '--json')).json()).toHaveLength(1)
  expect((await run('app', 'delete', client_id)).code).toBe(0)
  expect((await run('app', 'list', '--json')).json()).toEqual([])
})

test.each([
  [['--name', 'Reader'], '--redirect URL'],
  [['--name', 'Reader', '--redirect', 'http://a.example.org/'], 'must be one https URL'],
  [['--name', 'Reader', '--redirect', 'https://a.example.org/#x'], 'must be one https URL'],
  [['--name', 'Reader', '--redirect', 'javascript:alert(1)'], 'must be one https URL'],
  [['--name', 'Rea\u202eder', '--redirect', 'https://a.example.org/'], 'must be one line'],
  [['--name', 'Reader', '--redirect', 'https://a.example.org/', '--public', '--pkce', 'off'], 'requires PKCE'],
  [['--name', 'Reader', '--redirect', 'https://a.example.org/', '--logo', '/etc/hostname'], 'is not a PNG'],
  [['--name', 'Reader', '--redirect', 'org.example.app:/back'], 'Only a public application (--public)'],
  [
    ['--name', 'Reader', '--redirect', 'https://a.example.org/', '--post-logout-redirect', 'org.example.app:/'],
    'Only a public application (--public)',
  ],
  [
    ['--name', 'Reader', '--public', '--redirect', 'org.example.app:/back', '--redirect', 'https://localhost:3000/'],
    'as http://127.0.0.1',
  ],
  [
    ['--name', 'Reader', '--public', '--redirect', 'org.example.app:/back', '--redirect', 'http://127.0.0.2/'],
    'as http://127.0.0.1',
  ],
])('app create with %j fails', async (words, sentence) => {
  const { run, db } = await withCli()
  const { code, printed } = await run('app', 'create', ...words)
  expect(code).not.toBe(0)
  expect(printed).toContain(sentence)
  expect(await db.selectFrom('openid_clients').selectAll().execute()).toEqual([])
})

test('a project configures dynamic registration, its limit, and the APIs open to any application', async () => {
  const { run, project } = await withCli()
  const { publicToken } = await project()
  const words = ['project', 'set', publicToken]
  expect((await run(...words, '--dynamic-registration', 'off')).code).toBe(0)
  expect((await project()).openid).toMatchObject({ dynamicRegistration: false, mostRegistered: 1_000 })
  const api = 'https://mcp.example.org/=tools;jwt;any-app'
  const { code, printed } = await run(
    ...words,
    '--dynamic-registration',
    'on',
    '--most-registered',
    '50',
    '--api-resource',
    api,
  )
  expect(code, printed).toBe(0)
  expect((await project()).openid).toMatchObject({
    dynamicRegistration: true,
    mostRegistered: 50,
    // Beside the API of the site's own assistants.
    resources: expect.arrayContaining([
      { resource: 'https://mcp.example.org/', scopes: ['tools'], format: 'jwt', forAnyApp: true },
    ]),
  })
  for (const wrong of [
    ['--most-registered', '0'],
    ['--dynamic-registration', 'maybe'],
    ['--api-resource', `${api};all`],
  ]) {
    expect((await run(...words, ...wrong)).code).not.toBe(0)
  }
  expect((await project()).openid.mostRegistered).toBe(50)
})

/** A file with a key set in it. */
const keyFile = async (privateToo = false): Promise<string> => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateToo ? privateKey : publicKey)
  const file = join(mkdtempSync(join(tmpdir(), 'keys-')), 'jwks.json')
  writeFileSync(file, JSON.stringify({ keys: [{ ...jwk, kid: 'k1', use: 'sig', alg: 'ES256' }] }))
  return file
}
const create = ['app', 'create', '--name', 'Bank', '--redirect', 'https://a.example.org/b', '--json']

test('an application authenticates with its own keys, and again with a secret', async () => {
  const { run, db } = await withCli()
  const made = (await run(...create, '--auth-method', 'private_key_jwt', '--jwks', await keyFile())).json()
  expect(made.client_secret).toBeUndefined()
  const show = async () => (await run('app', 'show', made.client_id, '--json')).json()
  expect(await show()).toMatchObject({
    auth_method: 'private_key_jwt',
    key_ids: ['k1'],
    jwks_uri: null,
    profile: 'none',
  })
  expect((await run('app', 'rotate-secret', made.client_id)).printed).toContain('has no secret')
  await run('app', 'set', made.client_id, '--jwks-uri', 'https://a.example.org/keys')
  expect(await show()).toMatchObject({ key_ids: [], jwks_uri: 'https://a.example.org/keys' })
  const changed = (await run('app', 'set', made.client_id, '--auth-method', 'client_secret', '--json')).json()
  expect(changed).toMatchObject({ auth_method: 'client_secret', jwks_uri: null, client_secret: expect.any(String) })
  await run('app', 'set', made.client_id, '--auth-method', 'private_key_jwt', '--jwks', await keyFile())
  const row = await db.selectFrom('openid_clients').selectAll().executeTakeFirstOrThrow()
  expect(row.secret_hash).toBeNull()
})

test('a FAPI 2.0 application is created if its project meets the profile', async () => {
  const { run, project } = await withCli()
  const { publicToken } = await project()
  const file = await keyFile()
  const fapi = [...create, '--profile', 'fapi2', '--jwks', file]
  const early = await run(...fapi)
  expect([early.code, early.printed]).toEqual([
    1,
    expect.stringContaining('--pushed-requests on --dpop on --jwt-algorithm ES256'),
  ])
  await run('project', 'set', publicToken, '--pushed-requests', 'on', '--dpop', 'on', '--jwt-algorithm', 'ES256')
  const made = (await run(...fapi)).json()
  const shown = (await run('app', 'show', made.client_id, '--json')).json()
  expect(shown).toMatchObject({ profile: 'fapi2', auth_method: 'private_key_jwt', pkce: true })
  for (const less of [
    ['--pkce', 'off'],
    ['--auth-method', 'client_secret'],
    ['--redirect', 'http://localhost:1/b'],
  ]) {
    const { code, printed } = await run('app', 'set', made.client_id, ...less)
    expect([less, code, printed]).toEqual([less, 2, expect.stringContaining('FAPI 2.0 requires')])
  }
})

test('an application is switched to FAPI 2.0 only if its project meets the profile', async () => {
  const { run, project } = await withCli()
  const { publicToken } = await project()
  const made = (await run(...create, '--auth-method', 'private_key_jwt', '--jwks', await keyFile())).json()
  const fapi = ['app', 'set', made.client_id, '--profile', 'fapi2']
  const profile = async () => (await run('app', 'show', made.client_id, '--json')).json().profile
  const early = await run(...fapi)
  expect([early.code === 0, early.printed, await profile()]).toEqual([
    false,
    expect.stringContaining('--pushed-requests on --dpop on --jwt-algorithm ES256'),
    'none',
  ])
  await run('project', 'set', publicToken, '--pushed-requests', 'on', '--dpop', 'on', '--jwt-algorithm', 'ES256')
  expect([(await run(...fapi)).code, await profile()]).toEqual([0, 'fapi2'])
})

test.each([
  [['--auth-method', 'private_key_jwt'], 'requires public keys'],
  [['--auth-method', 'private_key_jwt', '--jwks', '/etc/hostname'], 'is not a JSON Web Key Set'],
  [
    ['--auth-method', 'private_key_jwt', '--jwks', 'FILE', '--jwks-uri', 'https://a.example.org/keys'],
    'requires public keys',
  ],
  [['--auth-method', 'private_key_jwt', '--jwks-uri', 'http://a.example.org/keys'], 'must be one https URL'],
  [['--auth-method', 'private_key_jwt', '--jwks', 'PRIVATE'], 'public keys only'],
  [['--auth-method', 'password'], 'expected one of'],
  [['--jwks', 'FILE'], 'Keys are for an application'],
  [['--public', '--auth-method', 'private_key_jwt', '--jwks', 'FILE'], 'cannot store a key'],
  [['--profile', 'fapi2', '--auth-method', 'client_secret'], 'FAPI 2.0 requires --auth-method private_key_jwt'],
  [['--profile', 'fapi3'], 'expected one of'],
])('%j creates no application', async (words, sentence) => {
  const { run, db } = await withCli()
  const files: Record<string, string> = { FILE: await keyFile(), PRIVATE: await keyFile(true) }
  const { code, printed } = await run(...create, ...words.map(word => files[word] ?? word))
  expect(code).not.toBe(0)
  expect(printed).toContain(sentence)
  expect(await db.selectFrom('openid_clients').selectAll().execute()).toEqual([])
})
