import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isPrivateAddress } from './addresses.ts'
import { createBoundedFetch } from './bounded-fetch.ts'

/** A provider that answers as it likes. */
const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('16, OA-15: outgoing request to a provider', () => {
  test('a request returns the response body', async () => {
    const base = await serve((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ agent: request.headers['user-agent'], method: request.method }))
    })
    const answer = await createBoundedFetch({ base })(`${base}/x`, { method: 'POST', body: 'a=b' })
    expect(await answer.json()).toEqual({ agent: 'Corroborate', method: 'POST' })
  })

  test('a request sends its body and returns type and status', async () => {
    const answers: Record<string, [number, Record<string, string>, string]> = {
      '/created': [201, { 'Content-Type': 'text/plain' }, 'made'],
      '/nothing': [204, {}, ''],
      '/reset': [205, {}, ''],
      '/untyped': [400, {}, 'no'],
    }
    const base = await serve(async (request, response) => {
      let sent = ''
      for await (const part of request) sent += part
      const [status, headers, text] = answers[request.url ?? ''] ?? [200, {}, sent === '' ? 'without' : `with ${sent}`]
      response.writeHead(status, headers).end(text)
    })
    const ask = createBoundedFetch({ base })
    const told = async (path: string) => {
      const answer = await ask(base + path)
      return [answer.status, answer.headers.get('content-type')?.split(';')[0] ?? null, await answer.text()]
    }
    expect(await told('/created')).toEqual([201, 'text/plain', 'made'])
    expect(await told('/nothing')).toEqual([204, null, ''])
    expect(await told('/reset')).toEqual([205, null, ''])
    expect((await told('/untyped')).filter((_, n) => n !== 1)).toEqual([400, 'no'])
    for (const body of [undefined, null])
      expect(await (await ask(`${base}/echo`, { method: 'POST', body })).text()).toBe('without')
    expect(await (await ask(`${base}/echo`, { method: 'POST', body: 'a=b' })).text()).toBe('with a=b')
  })

  test.each([300, 304, 399])('a request fails on status %i', async status => {
    const base = await serve((_, response) => void response.writeHead(status).end())
    await expect(createBoundedFetch({ base })(`${base}/x`)).rejects.toThrow('redirect')
  })

  test('a request reads up to 1 MB, and fails on a truncated response', async () => {
    const whole = await serve((_, response) => void response.end('x'.repeat(1_000_000)))
    expect(await (await createBoundedFetch({ base: whole })(`${whole}/x`)).text()).toHaveLength(1_000_000)
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' })
      response.write('x', () => response.destroy())
    })
    await expect(createBoundedFetch({ base: broken })(`${broken}/x`)).rejects.toThrow(/abort|hang up|reset/i)
  })

  test('a request fails on more than 1 MB', async () => {
    const base = await serve((_, response) => {
      response.write('x'.repeat(600_000))
      response.write('x'.repeat(600_000))
    })
    await expect(createBoundedFetch({ base })(`${base}/x`)).rejects.toThrow('more than 1 MB')
  })

  test('a request times out, including its body', async () => {
    const base = await serve((_, response) => void response.write('{'))
    await expect(createBoundedFetch({ base, patience: 100 })(`${base}/x`)).rejects.toThrow(/abort/i)
  })

  test.each([
    ['a redirect', 302],
    ['more than 1 MB', 200],
  ])('a request is aborted on %s and the connection closed', async (said, status) => {
    const hungUp = Promise.withResolvers<void>()
    const base = await serve((request, response) => {
      request.socket.on('close', () => hungUp.resolve())
      response.writeHead(status).write('x'.repeat(1_200_000))
    })
    await expect(createBoundedFetch({ base, patience: 3_600_000 })(`${base}/x`)).rejects.toThrow(said)
    await hungUp.promise
  })

  test('a request goes to the given address only', async () => {
    const base = await serve((_, response) => {
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' })
      response.end()
    })
    await expect(createBoundedFetch({ base })(`${base}/x`)).rejects.toThrow('redirect')
  })

  test.each(['http://accounts.google.com/', 'http://127.0.0.1:1/', 'ftp://example.org/'])(
    'a request to %s is rejected',
    async url => {
      await expect(async () => createBoundedFetch({ base: null })(url)).rejects.toThrow('not https')
    },
  )

  test.each(['http://127.0.0.1:10/', 'http://127.0.0.1:1', 'http://accounts.google.com/'])(
    'a request to %s is rejected even if a fake server runs elsewhere',
    async url => {
      await expect(async () => createBoundedFetch({ base: 'http://127.0.0.1:1' })(url)).rejects.toThrow('not https')
    },
  )

  test.each(['https://127.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/'])(
    'a request to the private address %s is rejected',
    async url => {
      await expect(async () => createBoundedFetch({ base: null })(url)).rejects.toThrow('private')
    },
  )

  test.each(['1.invalid', '10.0.0.1.invalid', 'nobody.invalid1'])(
    'a request to %s, a host name rather than an address, is allowed',
    async name => {
      const asked = createBoundedFetch({ base: null })(`https://${name}/`)
      await expect(asked).rejects.toThrow(name)
      await expect(asked).rejects.not.toThrow('private')
    },
  )

  test('a request to a host name that resolves to this machine is rejected', async () => {
    await expect(createBoundedFetch({ base: null })('https://localhost/')).rejects.toThrow('no public address')
  })
})

test.each([
  ['8.8.8.8', false],
  ['2001:4860:4860::8888', false],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.0.1', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['::ffff:127.0.0.1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['example.org', true],
])('%s is a private address: %s', (address, expected) => expect(isPrivateAddress(address)).toBe(expected))
