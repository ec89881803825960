import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { projectConfig } from '../projects/index.ts'
import { identityUnderTest, makeCertificate } from '../testing/index.ts'
import { back, stage } from './testing/index.ts'

const certificate = makeCertificate(['localhost'])
const { openid } = projectConfig.parse({ openid: { clientIdDocuments: true } })

type Answer = { status?: number; headers?: Record<string, string>; body?: string }

/** A host of documents that applications describe themselves with; `undefined`: it never answers. */
const startHost = async (answers: (origin: string) => Record<string, Answer | undefined>) => {
  if (certificate === null) throw new Error('OpenSSL is missing.')
  const asked: string[] = []
  const server = createServer(certificate, (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers(origin)[path]
    if (answer === undefined) return
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', ...answer.headers })
    response.end(answer.body ?? '')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert.toString()])
  onTestFinished(() => {
    setDefaultCACertificates(before)
    server.closeAllConnections()
    server.close()
  })
  return { origin, asked }
}

const described = (id: string, more: object = {}): Answer => ({
  body: JSON.stringify({
    client_id: id,
    client_name: 'Notebook',
    redirect_uris: [back],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...more,
  }),
})

test.skipIf(certificate === null)(
  'an application identified by its metadata URL signs users in, unverified, and the URL is fetched once',
  async () => {
    const host = await startHost(origin => ({ '/app.json': described(`${origin}/app.json`) }))
    const { configure, decide, asked, session, client, redeem, sdk } = await stage()
    const self = { ...client, id: `${host.origin}/app.json`, secret: '' }
    expect((await decide(asked({}, self), session)).started.json.error_type).toBe('connected_app_not_found')
    expect(host.asked).toEqual([])
    await configure({ openid })
    const { started, url } = await decide(asked({}, self), session)
    expect(started.data).toMatchObject({
      consent_required: true,
      client: { client_id: self.id, client_name: 'Notebook', client_type: 'third_party_public', verified: false },
    })
    const tokens = await redeem(url?.searchParams.get('code') ?? '', { client_id: self.id }, null)
    expect(tokens.json.refresh_token).toMatch(/^[\w-]{40,}$/)
    expect(host.asked).toEqual(['/app.json'])
    const listed = await sdk('GET', '/users/connected_apps', undefined, { session })
    expect(listed.data.connected_apps).toMatchObject([{ connected_app_id: self.id, name: self.id }])
  },
)

test.skipIf(certificate === null)(
  'client metadata that is inconsistent, redirected, oversized or slow is rejected',
  async () => {
    const paths = ['/other', '/moved', '/long', '/text', '/secret', '/http', '/gone', '/name', '/pkce', '/machine']
    const host = await startHost(origin => ({
      '/other': described(`${origin}/app.json`),
      '/moved': { status: 302, headers: { Location: `${origin}/app.json` } },
      '/app.json': described(`${origin}/moved`),
      '/long': described(`${origin}/long`, { client_uri: `https://a.example/${'x'.repeat(6_000)}` }),
      '/text': { body: 'client_id' },
      '/secret': described(`${origin}/secret`, {
        client_secret: 's',
        token_endpoint_auth_method: 'client_secret_basic',
      }),
      '/http': described(`${origin}/http`, { redirect_uris: ['http://evil.example/back'] }),
      '/gone': { status: 404, body: '{}' },
      '/name': described(`${origin}/name`, { client_name: 'Corro\u202Eetarob' }),
      '/pkce': described(`${origin}/pkce`, { corroborate_without_pkce: true }),
      '/machine': described(`${origin}/machine`, { grant_types: ['client_credentials'] }),
    }))
    const { configure, start, count } = await stage()
    await configure({ openid })
    const answers = await Promise.all(
      paths.map(async path => [path, (await start({ client_id: host.origin + path })).json.error_type]),
    )
    expect(answers).toEqual(paths.map(path => [path, 'connected_app_not_found']))
    // Replaces the library's timeout of several seconds.
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    onTestFinished(() => timeout.mockRestore())
    const slow = start({ client_id: `${host.origin}/slow` })
    await expect.poll(() => host.asked).toContain('/slow')
    patience.abort()
    expect((await slow).json.error_type).toBe('connected_app_not_found')
    for (const id of [
      `${host.origin}/a/../app.json`,
      `https://u@${host.origin.slice(8)}/app.json`,
      'http://localhost/a',
    ]) {
      expect((await start({ client_id: id })).json.error_type).toBe('connected_app_not_found')
    }
    expect(host.asked.toSorted()).toEqual([...paths, '/slow'].toSorted())
    expect(await count('openid_requests')).toBe(0)
  },
)

test.skipIf(certificate === null)('a public provider never fetches private addresses', async () => {
  const host = await startHost(origin => ({ '/app.json': described(`${origin}/app.json`) }))
  const { configure, sdk, addUser, signIn } = await identityUnderTest({
    IDENTITY_ORIGIN: 'https://id.example.org',
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  await configure({ openid })
  const { session_token: session } = await signIn((await addUser('ada@example.org')).userId)
  const asked = { client_id: `${host.origin}/app.json`, redirect_uri: back, response_type: 'code', scope: 'openid' }
  const answer = await sdk('POST', '/oauth/authorize/start', asked, { session })
  expect(answer.json.error_type).toBe('connected_app_not_found')
  expect(host.asked).toEqual([])
})
