import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { oauthProviders } from '@corroborate/wire/providers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../operate/cli/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { openFakeUpstream, registered } from './testing/index.ts'

const withCli = async () => {
  const fake = await openFakeUpstream()
  onTestFinished(fake.close)
  const identity = await identityUnderTest({ OAUTH_PROVIDERS_URL: fake.url })
  const run = async (line: string, stdin = '') => {
    const printed = { out: '', err: '' }
    const code = await runCli(line.split(' '), () => identity.settings, {
      stdin: Readable.from([stdin]),
      out: text => {
        printed.out += text
      },
      err: text => {
        printed.err += text
      },
    })
    return { code, ...printed }
  }
  return { ...identity, fake, run }
}

describe('OAuth client commands', () => {
  test('a client is stored encrypted once the provider accepts it, listed without its secret, and removed', async () => {
    const { run, db, sdkOf, publicToken, project } = await withCli()
    const id = registered.clientId('google')
    const secret = registered.clientSecret
    const set = await run(`project provider set google --client-id ${id} --client-secret -`, `${secret}\n`)
    expect([set.code, set.err]).toEqual([0, ''])
    expect(set.out).toContain('Google accepted the client.')
    expect(set.out).toContain(`/v1/oauth/callback/${(await project()).id}/google`)
    const [row] = await db.selectFrom('oauth_clients').selectAll().execute()
    expect(row?.client_secret).toMatch(/^sealed-/)

    const list = await run('project provider list')
    expect(list.out).toContain(id)
    expect(list.out).not.toContain(secret)
    const { data } = await sdkOf(publicToken)('GET', `/projects/bootstrap/${publicToken}`)
    expect(data.oauth_providers).toHaveLength(oauthProviders.length)
    expect(data.oauth_providers).toContainEqual({ provider: 'google', sandbox: false })
    expect(data.oauth_providers).toContainEqual({ provider: 'github', sandbox: true })

    expect((await run('project provider remove google')).code).toBe(0)
    expect((await run('project provider remove google')).code).toBe(1)
    expect((await run('project provider list')).out).toBe('There are none.\n')
    const log = await db.selectFrom('audit_log').select(['action', 'details']).execute()
    expect(log.map(({ action }) => action)).toEqual(['project.provider_set', 'project.provider_removed'])
    expect(JSON.stringify(log)).not.toContain(secret)
  })

  test('a client the provider rejects is not stored', async () => {
    const { run, db } = await withCli()
    const set = await run(`project provider set google --client-id ${registered.clientId('google')} --client-secret x`)
    expect([set.code, set.out]).toEqual([1, ''])
    expect(set.err).toContain('Nothing was changed.')
    expect(await db.selectFrom('oauth_clients').selectAll().execute()).toEqual([])
  })

  test('an Apple client has a private key', async () => {
    const { run, settings, db } = await withCli()
    const { teamId, keyId, privateKey } = registered.apple
    const file = join(settings.dataDir, 'AuthKey.p8')
    const line = `project provider set apple --client-id ${registered.clientId('apple')} --team-id ${teamId} --key-id ${keyId} --key-file ${file}`
    expect((await run(line)).err).toContain('cannot be read')
    writeFileSync(file, 'no key')
    expect((await run(line)).err).toContain('is not an Apple key')
    writeFileSync(file, privateKey)
    expect((await run(line)).out).toContain('Apple accepted the client.')
    const [row] = await db.selectFrom('oauth_clients').selectAll().execute()
    expect(row?.client_secret).not.toContain('PRIVATE KEY')
  })

  test('a client with missing or inapplicable fields is rejected', async () => {
    const { run } = await withCli()
    for (const [words, reason] of [
      ['myspace --client-id x --client-secret y', 'Unknown provider "myspace"'],
      ['google --client-id x', '--client-secret is missing.'],
      ['google --client-secret x', '--client-id is missing.'],
      ['google --client-id x --client-secret y --tenant z', '--tenant is not supported by Google.'],
      ['apple --client-id x --client-secret y', '--client-secret is not supported by Apple.'],
      ['apple --client-id x --team-id short --key-id KEY1234567 --key-file f', '--team-id must be'],
      ['gitlab --client-id x --client-secret y --host https://git.example.org', '--host must be a host name.'],
      ['salesforce --client-id x --client-secret y --trust-emails yes', '--trust-emails must be on or off.'],
    ]) {
      const { code, err } = await run(`project provider set ${words}`)
      expect([words, code]).toEqual([words, 2])
      expect(err).toContain(reason)
    }
  })
})
