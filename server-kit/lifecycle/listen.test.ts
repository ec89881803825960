import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from '../health/index.ts'
import { createHttp, type HttpProblem } from '../http/index.ts'
import { OperatorError } from '../operator-error/index.ts'
import { bodyWaitedFor, type OverloadOptions } from '../overload/index.ts'
import { testLogger } from '../testing/index.ts'
import { createLifecycle, type ListenOptions } from './index.ts'
import { explained, isWithoutIpv6 } from './listen.ts'

const app = { fetch: () => new Response('here') }

const listening = async (host: string | undefined, options: Partial<ListenOptions> = {}): Promise<number> => {
  const life = createLifecycle()
  onTestFinished(async () => void (await life.end()))
  const { port } = await life.listen({ name: 'site', app, port: 0, host, ...options })
  return port
}

/** Opens a connection and records the received data. */
const connected = (port: number) => {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let answer = ''
  socket.on('data', data => {
    answer += data
  })
  // Writing too late causes a socket error, which is irrelevant to the response.
  socket.on('error', () => {})
  return { socket, answer: () => answer }
}

const own = Object.values(networkInterfaces()).flatMap(each => each ?? [])
const hasIpv6 = own.some(({ address }) => address === '::1')
const outward = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address

const answers = async (host: string, port: number): Promise<string | null> =>
  fetch(`http://${host}:${port}/`).then(
    answer => answer.text(),
    () => null,
  )

describe('server listening on localhost', () => {
  test('the server responds on localhost over IPv4 and IPv6', async () => {
    const port = await listening('localhost')
    expect(await answers('127.0.0.1', port)).toBe('here')
    expect(await answers('localhost', port)).toBe('here')
    if (hasIpv6) expect(await answers('[::1]', port)).toBe('here')
  })

  test.skipIf(outward === undefined)('the server does not respond on the machine’s public address', async () => {
    const port = await listening('localhost')
    expect(await answers(outward ?? '', port)).toBeNull()
    expect(await answers(outward ?? '', await listening(undefined))).toBe('here')
  })

  test.skipIf(!hasIpv6)(
    'the server does not share its port with another program on ::1, and releases what it opened',
    async () => {
      const other = createServer().listen(0, '::1')
      onTestFinished(() => void other.close())
      await new Promise(resolve => other.once('listening', resolve))
      const address = other.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      const life = createLifecycle()
      onTestFinished(async () => void (await life.end()))
      await expect(life.listen({ name: 'site', app, port, host: 'localhost' })).rejects.toThrow(
        `The site cannot listen on port ${port}, because another program does: stop that program, or set the port to another one.`,
      )
      expect(await answers('127.0.0.1', port)).toBeNull()
    },
  )

  test('the server stops on both address families', async () => {
    const life = createLifecycle()
    const { port } = await life.listen({ name: 'site', app, port: 0, host: 'localhost' })
    expect(await life.end()).toBe(true)
    expect(await answers('localhost', port)).toBeNull()
  })
})

describe('listen errors', () => {
  const listen = (host: string) => createLifecycle().listen({ name: 'site', app, port: 0, host })
  const told = (code: string) =>
    explained(Object.assign(new Error('lost'), { code }), {
      ...{ name: 'site', port: 80, portVariable: 'PORT', host: '203.0.113.1' },
    })

  test('a listen error names the address and its setting', async () => {
    await expect(listen('203.0.113.1')).rejects.toThrow('correct HOST')
    await expect(listen('203.0.113.1')).rejects.toThrow(OperatorError)
  })

  test.each([
    ['EADDRINUSE', 'on port 80, because another program does: stop that program, or set PORT to another one.'],
    ['EACCES', 'on port 80, because the system does not let this user: set PORT to another one, above 1023.'],
    ['EADDRNOTAVAIL', 'on port 80 of 203.0.113.1, which is no address of this machine: correct HOST.'],
    ['ENOTFOUND', 'on port 80 of 203.0.113.1, which is no address of this machine: correct HOST.'],
  ])('a listen error suggests a remedy: %s', (code, sentence) => {
    expect(told(code).message).toBe(`The site cannot listen ${sentence}`)
  })

  test('unexpected listen errors get no advice', () => {
    expect(told('EMFILE')).toEqual(expect.objectContaining({ message: 'lost', code: 'EMFILE' }))
  })

  test.each([
    ['EADDRNOTAVAIL', '::1', true],
    ['EAFNOSUPPORT', '::1', true],
    ['EADDRINUSE', '::1', false],
    ['EADDRNOTAVAIL', '203.0.113.1', false],
    ['EAFNOSUPPORT', undefined, false],
  ])('a missing IPv6 stack is tolerated: %s at %s, %s', (code, host, expected) => {
    expect(isWithoutIpv6({ code }, host)).toBe(expected)
  })
})

describe('request handling', () => {
  const problems = { toJson: ({ status, message }: HttpProblem) => ({ status, message }) }

  test('an app error is answered in the server’s error format', async () => {
    const fetchOf = () => Promise.reject(new Error('lost'))
    const port = await listening('127.0.0.1', { app: { fetch: fetchOf }, problems })
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect([answer.status, await answer.json()]).toEqual([500, { status: 500, message: expect.any(String) }])
  })

  test('a request without a Host is rejected in the server’s error format', async () => {
    const { socket, answer } = connected(await listening('127.0.0.1', { problems }))
    socket.write('GET / HTTP/1.1\r\n\r\n')
    await once(socket, 'close')
    expect(answer()).toMatch(/^HTTP\/1\.1 400 [\s\S]+\{"status":400,"message":/)
  })

  test('a connection is kept alive until shutdown begins', async () => {
    const life = createLifecycle()
    const asked = { '/slow': Promise.withResolvers<void>(), '/next': Promise.withResolvers<void>() }
    const slow = Promise.withResolvers<Response>()
    const fetchOf = ({ url }: Request) => {
      const path = new URL(url).pathname as keyof typeof asked
      asked[path].resolve()
      return path === '/slow' ? slow.promise : new Response('here')
    }
    const { port } = await life.listen({ name: 'site', app: { fetch: fetchOf }, port: 0, host: '127.0.0.1' })
    const { socket, answer } = connected(port)
    const get = async (path: keyof typeof asked) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await asked[path].promise
    }
    await get('/slow')
    const ending = life.end()
    await get('/next')
    slow.resolve(new Response('slow'))
    expect(await ending).toBe(true)
    await expect.poll(() => socket.closed).toBe(true)
    expect([...answer().matchAll(/^Connection: (.*)\r$/gim)].map(([, said]) => said)).toEqual(['keep-alive', 'close'])
  })

  test('a request with the largest awaited body is admitted when complete', async () => {
    const app = { fetch: async (request: Request) => new Response(String((await request.text()).length)) }
    const overload: OverloadOptions<string> = {
      ...{ shareOf: () => 'page', capacity: { atWork: 1, waiting: 1 } },
      ...{ logger: testLogger().logger, metrics: createMetrics() },
    }
    const port = await listening('127.0.0.1', { app, overload })
    const { socket, answer } = connected(port)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bodyWaitedFor}\r\n\r\n`)
    socket.write('x'.repeat(bodyWaitedFor - 1))
    // The response arrives after the server has read everything sent before.
    expect(await answers('127.0.0.1', port)).toBe('0')
    socket.write('x')
    await expect.poll(answer).toContain(String(bodyWaitedFor))
  })

  test('a request over the concurrency limit is rejected', async () => {
    const { logger } = testLogger()
    const overload: OverloadOptions<string> = {
      ...{ shareOf: () => 'page', capacity: { atWork: 0, waiting: 0 }, logger, metrics: createMetrics() },
    }
    const port = await listening('127.0.0.1', { problems, overload })
    const answer = await fetch(`http://127.0.0.1:${port}/`)
    expect([answer.status, await answer.json()]).toEqual([503, { status: 503, message: expect.any(String) }])
  })
})

test('a stopped server leaves nothing that keeps the process alive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const life = createLifecycle()
  await life.listen({ name: 'site', app, port: 0, host: '127.0.0.1' })
  expect(await life.end()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

describe('slow client', () => {
  const post = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

  test.each([
    ['says nothing', '', ''],
    ['never comes to the end of the headers', post, 'X-More: x\r\n'],
    ['never comes to the end of the body', `${post}Content-Length: 60000\r\n\r\n`, ' '],
    ['never comes to the last chunk', `${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ])('a client that %s gets an error and is disconnected while others are served', async (_, first, drip) => {
    const app = createHttp({ origin: 'http://localhost', logger: testLogger().logger })
    app.post('/echo', async c => c.text(await c.req.text()))
    app.get('/', c => c.text('here'))
    const port = await listening('127.0.0.1', { app, patience: { headers: 200, request: 400, look: 50 } })
    const { socket, answer } = connected(port)
    const closed = new Promise(resolve => socket.once('close', resolve))
    socket.write(first)
    const dripping = setInterval(() => socket.writable && socket.write(drip), 20)
    onTestFinished(() => clearInterval(dripping))
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here')
    await closed
    expect(answer()).toMatch(/^HTTP\/1\.1 408 [\s\S]*took too long to arrive/)
  })
})
