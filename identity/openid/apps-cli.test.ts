import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
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

test('an application is made, shown, changed, given another secret, and deleted', async () => {
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
  [['--name', 'Reader', '--redirect', 'https://a.example.org/', '--public', '--pkce', 'off'], 'needs PKCE'],
  [['--name', 'Reader', '--redirect', 'https://a.example.org/', '--logo', '/etc/hostname'], 'is no PNG'],
])('%j makes none', async (words, sentence) => {
  const { run, db } = await withCli()
  const { code, printed } = await run('app', 'create', ...words)
  expect(code).not.toBe(0)
  expect(printed).toContain(sentence)
  expect(await db.selectFrom('openid_clients').selectAll().execute()).toEqual([])
})

test('a project says whether applications register themselves, how many at once, and which APIs are for any of them', async () => {
  const { run, project } = await withCli()
  const { publicToken } = await project()
  const words = ['project', 'set', publicToken]
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
    resources: [{ resource: 'https://mcp.example.org/', scopes: ['tools'], format: 'jwt', forAnyApp: true }],
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
