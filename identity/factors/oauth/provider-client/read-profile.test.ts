import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type ProfileRequest, type Provider, providers } from '../providers/index.ts'
import { exampleConnection } from '../testing/index.ts'
import { readProfile } from './read-profile.ts'

type Asked = { method: string | undefined; headers: Record<string, unknown>; body: string }

/** Starts a fake provider with these responses. Records its requests. */
const start = async (answers: Record<string, { status?: number; body: string }>) => {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    asked.push({ method: request.method, headers: request.headers, body })
    const { status = 200, body: text } = answers[request.url ?? ''] ?? { status: 404, body: '' }
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const seen: unknown[] = []
  const read = (requests: ProfileRequest[], claims: Record<string, unknown> | null = null) => {
    const provider: Provider = {
      ...providers.github,
      requests: () => requests,
      toProfile: given => {
        seen.push(given.answers)
        return { subject: 's', email: null, name: { first: '', last: '' }, pictureUrl: '', locale: '' }
      },
    }
    const connection = exampleConnection({ base })
    const exchange = {
      ...{ provider, connection, now: 0, parameters: new URLSearchParams(), state: '', nonce: '' },
      ...{ codeVerifier: '', redirectUri: '', scopes: [], posted: null },
    }
    return readProfile(exchange, { accessToken: 'token', claims, scopes: [] })
  }
  return { asked, seen, read }
}
const at = (path: string, more: Partial<ProfileRequest> = {}): ProfileRequest => ({
  url: `https://api.example${path}`,
  ...more,
})

test('a profile is fetched with the access token by GET, or by POST with a body', async () => {
  const { asked, seen, read } = await start({
    '/api.example/me': { body: '{"a":1}' },
    '/api.example/q': { body: '[2]' },
  })
  await read([at('/me', { headers: { 'X-Version': '2' } }), at('/q', { body: { query: 'me' } })])
  expect(seen).toEqual([[{ a: 1 }, [2]]])
  const [me, query] = asked.toSorted((a, b) => String(a.method).localeCompare(String(b.method)))
  expect(me).toMatchObject({
    method: 'GET',
    headers: { authorization: 'Bearer token', accept: 'application/json', 'x-version': '2' },
    body: '',
  })
  expect(me?.headers).not.toHaveProperty('content-type')
  expect(query).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: '{"query":"me"}',
  })
})

test('an optional resource that is rejected is null', async () => {
  const { seen, read } = await start({
    '/api.example/me': { body: '{}' },
    '/api.example/more': { status: 403, body: '{"a":1}' },
  })
  await read([at('/me'), at('/more', { isOptional: true })])
  expect(seen).toEqual([[{}, null]])
})

test.each([
  [{ status: 401, body: '{"a":1}' }, 'api.example answered 401'],
  [{ status: 201, body: '{"a":1}' }, 'api.example answered 201'],
  [{ body: '{"ok":false}' }, 'api.example answered with an error'],
])('the response %j is rejected as a profile, naming the host', async (answer, message) => {
  const { read } = await start({ '/api.example/me': answer })
  await expect(read([at('/me')])).rejects.toMatchObject({
    type: 'oauth_provider_unavailable',
    message: expect.stringContaining(message.replace('api.example ', '')),
  })
})

test.each(['{"ok":true}', '{"ok":null}', 'null', '7', '"ok"', '[]'])(
  'the profile response %s is accepted regardless of its content',
  async body => {
    const { seen, read } = await start({ '/api.example/me': { body } })
    await read([at('/me')])
    expect(seen).toEqual([[JSON.parse(body)]])
  },
)

test('userinfo for another subject than the id_token is rejected', async () => {
  const claims = { sub: 'ada' }
  const of = async (body: string, given: Record<string, unknown> | null = claims) => {
    const { read } = await start({ '/api.example/userinfo': { body } })
    return read([at('/userinfo', { isUserInfo: true })], given)
  }
  expect((await of('{"sub":"ada"}')).subject).toBe('s')
  for (const body of ['{"sub":"eve"}', '{}', 'null', '"ada"'])
    await expect(of(body)).rejects.toMatchObject({ type: 'id_token_invalid', message: 'userinfo is about another sub' })
  await expect(of('{"sub":"ada"}', null)).rejects.toMatchObject({ type: 'id_token_invalid' })
})
