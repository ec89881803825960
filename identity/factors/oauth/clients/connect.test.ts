import { oauthProviders } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../../testing/index.ts'
import { sandboxCredentials } from '../sandbox/index.ts'
import { inUse } from '../testing/index.ts'
import { authorityIn, authorityOf, connect, providersOn } from './connect.ts'
import { type Client, setClient } from './store.ts'

const client = (given: Partial<Client> & Pick<Client, 'provider'>): Client => ({
  clientId: 'ours',
  clientSecret: 'secret',
  teamId: '',
  keyId: '',
  trustsEmails: false,
  hostedDomain: '',
  updatedAt: 5,
  ...given,
})

const open = async (settings: Record<string, string> = {}) => {
  const { core, db, sealer, project, settings: read } = await identityUnderTest(settings)
  const { id } = await project()
  const parts = { ...core, settings: read }
  return {
    connect: (provider: Client['provider']) => connect(parts, id, provider),
    register: (given: Partial<Client> & Pick<Client, 'provider'>) => setClient(db, sealer, id, client(given)),
    authority: (provider: Client['provider']) => authorityIn(parts, id, provider),
    on: () => providersOn(db, parts, id),
    origin: core.origin,
  }
}

describe('OAuth client selection', () => {
  test('a registered client is used with its configured endpoints', async () => {
    const { connect: to, register } = await open({ OAUTH_PROVIDERS_URL: 'http://127.0.0.1:9' })
    const own = {
      clientId: 'ours',
      clientSecret: 'secret',
      teamId: '',
      keyId: '',
      trustsEmails: true,
      hostedDomain: 'x.org',
    }
    await register({ provider: 'gitlab', host: 'git.example.org', trustsEmails: true, hostedDomain: 'x.org' })
    expect(await to('gitlab')).toMatchObject({ ...own, places: { host: 'git.example.org' }, isSandbox: false })
    await register({ provider: 'microsoft', tenant: 'common', trustsEmails: true, hostedDomain: 'x.org' })
    expect((await to('microsoft'))?.places).toEqual({ tenant: 'common' })
    await register({ provider: 'google' })
    expect(await to('google')).toMatchObject({ places: {}, base: 'http://127.0.0.1:9', isSandbox: false })
  })

  test('an unregistered provider uses the sandbox on localhost', async () => {
    const { connect: to, origin } = await open()
    const { clientId, clientSecret } = sandboxCredentials('google') as { clientId: string; clientSecret: string }
    expect(await to('google')).toEqual({
      ...{ clientId, clientSecret, teamId: '', keyId: '', places: {} },
      ...{ trustsEmails: false, hostedDomain: '', base: `${origin}/sandbox/oauth`, isSandbox: true },
    })
    const { clientId: apple, privateKey, ...key } = sandboxCredentials('apple') as Record<string, string>
    expect(await to('apple')).toMatchObject({ ...key, clientId: apple, clientSecret: privateKey, isSandbox: true })
  })

  test('there is no client where the sandbox is disabled', async () => {
    const { connect: to } = await open(inUse)
    expect(await to('google')).toBeNull()
  })
})

describe('list of available providers', () => {
  test('localhost lists every provider and marks sandboxed ones', async () => {
    const { on, register } = await open()
    await register({ provider: 'github' })
    expect(await on()).toEqual(oauthProviders.map(provider => ({ provider, sandbox: provider !== 'github' })))
  })

  test('other hosts list only registered providers', async () => {
    const { on, register } = await open(inUse)
    expect(await on()).toEqual([])
    await register({ provider: 'github' })
    expect(await on()).toEqual([{ provider: 'github', sandbox: false }])
  })
})

describe('issuer host of a linked account', () => {
  test('the host is that of the registered client, or the provider’s default', async () => {
    const { authority, register } = await open()
    expect([await authority('gitlab'), await authority('google')]).toEqual(['gitlab.com', 'oauth2.googleapis.com'])
    await register({ provider: 'gitlab', host: 'git.example.org' })
    expect(await authority('gitlab')).toBe('git.example.org')
  })

  test('sandbox accounts are keyed to the sandbox and never match a real account', async () => {
    const { connect: to, register } = await open()
    const played = await to('google')
    await register({ provider: 'google' })
    const real = await to('google')
    expect([played, real].map(each => each && authorityOf('google', each))).toEqual([
      'sandbox',
      'oauth2.googleapis.com',
    ])
  })
})
