import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeStore } from '@corroborate/server-kit/testing'
import { oauthProviders } from '@corroborate/wire/providers'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../migrations.ts'
import type { Tables } from '../../../platform/database/index.ts'
import { identityUnderTest, openIdentity } from '../../../testing/index.ts'
import { endpointsOf, providers } from '../providers/index.ts'
import { isSandboxOpen, sandboxBase, sandboxCredentials } from './index.ts'
import { personOf } from './people.ts'

const origin = 'http://localhost:5001'
const settings = (production: boolean, at: string) =>
  ({ production, identity: { origin: at } }) as Parameters<typeof isSandboxOpen>[0]

test.each([
  ['on a fresh machine', false, 'http://localhost:5001', true],
  ['in production', true, 'http://localhost:5001', false],
  ['where others visit', false, 'https://id.example.org', false],
] as const)('%s the sandbox is open: %s, %s → %s', (_, production, at, isOpen) => {
  expect(isSandboxOpen(settings(production, at))).toBe(isOpen)
})

const authorizeUrl = (id: (typeof oauthProviders)[number], more: Record<string, string> = {}): string => {
  const { clientIdParameter, scopes, scopeSeparator, responseMode, pkce } = providers[id]
  const query = new URLSearchParams({
    [clientIdParameter]: `sandbox-${id}`,
    redirect_uri: `${origin}/v1/oauth/callback/p/${id}`,
    response_type: 'code',
    response_mode: responseMode,
    state: 'the state',
    scope: scopes.join(scopeSeparator),
    ...(pkce && { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }),
    ...more,
  })
  return `${endpointsOf(providers[id], { base: sandboxBase(origin) }).authorization}?${query}`
}

const post = (form: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(form) })
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const ada = { name: 'Ada Lovelace', account: 'ada@example.org', verified: 'yes' }

test('every provider’s sandbox page is labeled as a sandbox and redirects after consent or denial', async () => {
  const { app } = await identityUnderTest()
  for (const id of oauthProviders) {
    const page = await app.request(authorizeUrl(id))
    expect([id, page.status]).toEqual([id, 200])
    expect(await page.text()).toContain(`This page imitates ${providers[id].title}`)
    for (const decision of ['allow', 'refuse']) {
      const back = await app.request(authorizeUrl(id), post({ ...ada, decision }))
      const sent = back.headers.get('Location') ?? (await back.text())
      expect(sent).toContain('/v1/oauth/callback/p/')
      expect(sent).toMatch(decision === 'allow' ? /code/ : /error/)
      expect(sent).toMatch(/the(\+|%20| )state/)
    }
  }
})

test('a sandbox code is exchanged only with its own credentials', async () => {
  const { app } = await identityUnderTest()
  const credentials = sandboxCredentials('gitlab')
  if (!('clientSecret' in credentials)) throw new Error('A secret was expected.')
  const exchange = async (client_secret: string) => {
    const back = await app.request(authorizeUrl('gitlab', { code_challenge: challenge }), post(ada))
    const code = new URL(back.headers.get('Location') ?? '').searchParams.get('code') ?? ''
    const redirect_uri = `${origin}/v1/oauth/callback/p/gitlab`
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      client_id: credentials.clientId,
      client_secret,
    }
    return app.request(`${sandboxBase(origin)}/gitlab.com/oauth/token`, post({ ...form, code_verifier: verifier }))
  }
  expect((await exchange('another')).status).toBe(401)
  const { id_token } = await (await exchange(credentials.clientSecret)).json()
  expect(decodeJwt(id_token)).toMatchObject({ iss: 'https://gitlab.com', email: 'ada@example.org' })
})

test('the sandbox serves only this machine under its own host name', async () => {
  const { app, identity } = await identityUnderTest()
  const refused = await Promise.all([
    identity.app.request(authorizeUrl('google'), {}, { incoming: { socket: { remoteAddress: '192.0.2.1' } } }),
    app.request(authorizeUrl('google').replace('localhost', 'attacker.example')),
    app.request(authorizeUrl('google'), { headers: { 'X-Forwarded-For': '192.0.2.1' } }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
})

test('the sandbox is disabled in production', async () => {
  const { app } = await identityUnderTest({ NODE_ENV: 'production', SMTP_URL: 'smtp://localhost:25' })
  expect((await app.request(authorizeUrl('google'))).status).toBe(404)
})

test('a form error is shown next to its field, and an unknown client is not redirected', async () => {
  const { app } = await identityUnderTest()
  const wrong = await app.request(authorizeUrl('google'), post({ ...ada, account: '<b>', name: ' ' }))
  expect(wrong.status).toBe(400)
  const page = await wrong.text()
  expect(page).toContain('Type an e-mail address.')
  expect(page).toContain('Type a name.')
  expect(page).toContain('value="&lt;b&gt;"')
  for (const more of [{ client_id: 'x' }, { redirect_uri: 'https://attacker.example/' }] as const) {
    const answer = await app.request(authorizeUrl('google', more), post(ada))
    expect([answer.status, answer.headers.get('Location')]).toEqual([400, null])
  }
  const foreign = { ...post(ada), headers: { Origin: 'https://attacker.example', 'Sec-Fetch-Site': 'cross-site' } }
  expect((await app.request(authorizeUrl('google'), foreign)).status).toBe(403)
})

test('the browser remembers the sandbox user, and an address always gives the same user', async () => {
  const { app } = await identityUnderTest()
  const grace = { ...ada, name: 'Grace Hopper', account: 'Grace@example.org' }
  const answer = await app.request(authorizeUrl('google'), post(grace))
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect(await (await app.request(authorizeUrl('github'), { headers: { Cookie: cookie } })).text()).toContain(
    'Grace@example.org',
  )
  const again = { name: 'G. Hopper', account: 'grace@example.org', isVerified: false }
  expect(personOf('google', again).subject).toBe(personOf('google', { ...again, account: grace.account }).subject)
})

test('the fake Google script supports every mode and gives credentials only to project pages', async () => {
  const { app } = await identityUnderTest()
  const gsi = `${sandboxBase(origin)}/accounts.google.com/gsi`
  const script = await app.request(`${gsi}/client?mode=skipped`)
  expect(script.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(new Function(await script.text())).toBeInstanceOf(Function)
  expect((await app.request(`${gsi}/client?mode=gone`)).status).toBe(404)

  const query = 'client_id=sandbox-google&nonce=n&account=ada@example.org'
  const credentialFor = (from: string, asked = query) =>
    app.request(`${gsi}/credential?${asked}`, { headers: { Origin: from } })
  expect((await credentialFor('https://attacker.example')).status).toBe(403)
  expect((await credentialFor('http://localhost:5000', query.replace('sandbox-google', 'x'))).status).toBe(400)
  const { credential } = await (await credentialFor('http://localhost:5000')).json()
  expect(decodeJwt(credential)).toMatchObject({
    iss: 'https://accounts.google.com',
    aud: 'sandbox-google',
    nonce: 'n',
    email: 'ada@example.org',
    email_verified: true,
  })
})

describeStore<Tables>('the sandbox of several nodes', migrations, (openStore, store) => {
  test('a sandbox code is exchanged once, on another node after a restart, and replay is detected', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { url } = store.placeOf(await openStore())
    const settings = { DATA_DIR: folder, ...(url !== undefined && { IDENTITY_DATABASE_URL: url }) }
    const first = await openIdentity(settings)
    const back = await first.app.request(authorizeUrl('gitlab', { code_challenge: challenge }), post(ada))
    const code = new URL(back.headers.get('Location') ?? '').searchParams.get('code') ?? ''
    expect(code.length).toBeLessThan(4_096)
    await first.close()

    const [one, other] = [await identityUnderTest(settings), await identityUnderTest(settings)]
    const at = ({ app }: typeof one) => ({
      exchange: async () => {
        const form = {
          grant_type: 'authorization_code',
          code,
          redirect_uri: `${origin}/v1/oauth/callback/p/gitlab`,
          client_id: 'sandbox-gitlab',
          code_verifier: verifier,
          client_secret: (sandboxCredentials('gitlab') as { clientSecret: string }).clientSecret,
        }
        const answer = await app.request(`${sandboxBase(origin)}/gitlab.com/oauth/token`, post(form))
        return (await answer.json()) as Record<string, string>
      },
      profile: async (token: string) => {
        const headers = { Authorization: `Bearer ${token}` }
        return (await app.request(`${sandboxBase(origin)}/gitlab.com/oauth/userinfo`, { headers })).status
      },
      kids: async () => {
        const answer = await app.request(`${sandboxBase(origin)}/gitlab.com/oauth/discovery/keys`)
        return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
      },
    })
    const { access_token = '', id_token = '' } = await at(one).exchange()
    expect(decodeJwt(id_token)).toMatchObject({ email: 'ada@example.org' })
    expect(await at(other).kids()).toEqual([decodeProtectedHeader(id_token).kid])
    expect(await at(other).profile(access_token)).toBe(200)
    expect(await at(other).exchange()).toMatchObject({ error: 'invalid_grant' })
    expect(await at(one).profile(access_token)).toBe(401)
  })
})
