import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testLogger } from '../testing/index.ts'
import { createLifecycle, type Lifecycle } from './index.ts'

const here = () => new Response('here')
const never = new Promise<never>(() => {})
const hour = 60 * 60_000

const listen = async (life: Lifecycle, fetch: () => Response | Promise<Response> = here): Promise<number> =>
  (await life.listen({ name: 'site', app: { fetch }, port: 0, host: '127.0.0.1' })).port

const ask = (port: number): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    answer => answer.text(),
    () => 'refused',
  )

describe('shutdown', () => {
  test('shutdown closes resources in reverse order after the servers, once', async () => {
    const life = createLifecycle()
    const port = await listen(life)
    const closed: string[] = []
    for (const name of ['database', 'index']) {
      life.onClose(name, async () => closed.push(`${name}, server ${await ask(port)}`))
    }
    expect([life.isDraining(), await ask(port), closed]).toEqual([false, 'here', []])
    const ends = [life.end(), life.end()]
    expect(life.isDraining()).toBe(true)
    expect(await Promise.all(ends)).toEqual([true, true])
    expect(closed).toEqual(['index, server refused', 'database, server refused'])
  })

  test('shutdown continues after a closing error and logs it', async () => {
    const { logger, lines } = testLogger()
    const life = createLifecycle()
    life.useLogger(logger)
    const closed: string[] = []
    life.onClose('database', () => closed.push('database'))
    life.onClose('index', () => Promise.reject(new Error('busy')))
    expect([await life.end(), closed]).toEqual([false, ['database']])
    expect(lines).toMatchObject([{ msg: 'closing the index failed', err: { message: 'busy' } }])
  })

  test('shutdown times out on a resource that never closes', async () => {
    const { logger, lines } = testLogger()
    const life = createLifecycle(20)
    life.useLogger(logger)
    life.onClose('index', () => never)
    expect(await life.end()).toBe(false)
    expect(lines).toMatchObject([{ msg: 'closing the index failed', err: { message: 'It took more than 20 ms.' } }])
  })

  test('shutdown leaves no timers or late errors', async () => {
    const lost: unknown[] = []
    const note = (error: unknown) => void lost.push(error)
    process.on('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    const life = createLifecycle(hour)
    life.onClose('database', () => {})
    life.onClose('index', () => {
      throw new Error('busy')
    })
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
    const before = timers()
    expect(await life.end()).toBe(false)
    expect(timers()).toBe(before)
    await new Promise(setImmediate)
    expect(lost).toEqual([])
  })

  test('shutdown stops a server that is still starting', async () => {
    const life = createLifecycle()
    const listening = listen(life)
    await life.end()
    expect(await ask(await listening)).toBe('refused')
  })
})

describe('shutdown notice', () => {
  test('servers keep serving during the notice', async () => {
    const life = createLifecycle()
    life.noticeBeforeEnd(hour)
    const port = await listen(life)
    let hasEnded = false
    void life.end().then(() => {
      hasEnded = true
    })
    expect([life.isDraining(), await ask(port), await ask(port), hasEnded]).toEqual([true, 'here', 'here', false])
  })

  test('the notice ends', async () => {
    const life = createLifecycle()
    life.noticeBeforeEnd(1)
    const port = await listen(life)
    expect([await life.end(), await ask(port)]).toEqual([true, 'refused'])
  })

  test('no notice is awaited without a server', async () => {
    const life = createLifecycle()
    life.noticeBeforeEnd(hour)
    expect(await life.end()).toBe(true)
  })
})

test('idle keep-alive connections are not awaited', async () => {
  // Longer than this test may take, as is the time for which a connection is kept alive.
  const life = createLifecycle(hour)
  const port = await listen(life)
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'data')
  expect(await life.end()).toBe(true)
  await closed
})

test('a connection kept alive after its last response is not awaited', async () => {
  const life = createLifecycle(hour)
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
  const { promise: answer, resolve: letGo } = Promise.withResolvers<Response>()
  const port = await listen(life, () => {
    noteAsked()
    return answer
  })
  const socket = connect(port, '127.0.0.1')
  socket.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await asked
  const ending = life.end()
  letGo(here())
  expect(await ending).toBe(true)
})

test('unfinished requests and closers are cut off at the deadline', async () => {
  const life = createLifecycle(150)
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
  const port = await listen(life, () => {
    noteAsked()
    return never
  })
  life.onClose('stuck', () => never)
  const request = fetch(`http://127.0.0.1:${port}/`).catch(() => 'cut')
  await asked
  expect(life.isDraining()).toBe(false)
  const ending = life.end()
  expect(life.isDraining()).toBe(true)
  expect(await ending).toBe(false)
  expect(await request).toBe('cut')
})
