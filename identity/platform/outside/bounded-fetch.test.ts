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

describe('16, OA-15: a provider is asked', () => {
  test('for its answer', async () => {
    const base = await serve((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ agent: request.headers['user-agent'], method: request.method }))
    })
    const answer = await createBoundedFetch({ base })(`${base}/x`, { method: 'POST', body: 'a=b' })
    expect(await answer.json()).toEqual({ agent: 'Corroborate', method: 'POST' })
  })

  test('with a body, where there is one, and answered with the type and status that it gave', async () => {
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

  test.each([300, 304, 399])('for an answer, which %i is not', async status => {
    const base = await serve((_, response) => void response.writeHead(status).end())
    await expect(createBoundedFetch({ base })(`${base}/x`)).rejects.toThrow('redirect')
  })

  test('for 1 MB at most, and an answer that breaks off is none', async () => {
    const whole = await serve((_, response) => void response.end('x'.repeat(1_000_000)))
    expect(await (await createBoundedFetch({ base: whole })(`${whole}/x`)).text()).toHaveLength(1_000_000)
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' })
      response.write('x', () => response.destroy())
    })
    await expect(createBoundedFetch({ base: broken })(`${broken}/x`)).rejects.toThrow(/abort|hang up|reset/i)
  })

  test('for no more than 1 MB', async () => {
    const base = await serve((_, response) => {
      response.write('x'.repeat(600_000))
      response.write('x'.repeat(600_000))
    })
    await expect(createBoundedFetch({ base })(`${base}/x`)).rejects.toThrow('more than 1 MB')
  })

  test('for no longer than it may take, with all of its body', async () => {
    const base = await serve((_, response) => void response.write('{'))
    await expect(createBoundedFetch({ base, patience: 100 })(`${base}/x`)).rejects.toThrow(/abort/i)
  })

  test.each([
    ['a redirect', 302],
    ['more than 1 MB', 200],
  ])('no further once it has answered with %s: the connection is cut', async (said, status) => {
    const hungUp = Promise.withResolvers<void>()
    const base = await serve((request, response) => {
      request.socket.on('close', () => hungUp.resolve())
      response.writeHead(status).write('x'.repeat(1_200_000))
    })
    await expect(createBoundedFetch({ base, patience: 3_600_000 })(`${base}/x`)).rejects.toThrow(said)
    await hungUp.promise
  })

  test('at no other place than this one', async () => {
    const base = await serve((_, response) => {
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' })
      response.end()
    })
    await expect(createBoundedFetch({ base })(`${base}/x`)).rejects.toThrow('redirect')
  })

  test.each(['http://accounts.google.com/', 'http://127.0.0.1:1/', 'ftp://example.org/'])('never at %s', async url => {
    await expect(async () => createBoundedFetch({ base: null })(url)).rejects.toThrow('not https')
  })

  test.each(['http://127.0.0.1:10/', 'http://127.0.0.1:1', 'http://accounts.google.com/'])(
    'never at %s, where another one is played',
    async url => {
      await expect(async () => createBoundedFetch({ base: 'http://127.0.0.1:1' })(url)).rejects.toThrow('not https')
    },
  )

  test.each(['https://127.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/'])(
    'never at %s, which is private',
    async url => {
      await expect(async () => createBoundedFetch({ base: null })(url)).rejects.toThrow('private')
    },
  )

  test.each(['1.invalid', '10.0.0.1.invalid', 'nobody.invalid1'])(
    'at %s, which is a name and no address',
    async name => {
      const asked = createBoundedFetch({ base: null })(`https://${name}/`)
      await expect(asked).rejects.toThrow(name)
      await expect(asked).rejects.not.toThrow('private')
    },
  )

  test('never at a name that leads to this machine', async () => {
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
])('whether %s is private: %s', (address, expected) => expect(isPrivateAddress(address)).toBe(expected))
