import { afterEach, describe, expect, test } from 'vitest'
import { type ScriptedService, startScriptedService } from '../../testing/index.ts'
import { createOutsideService } from './outside-service.ts'

const open: ScriptedService[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

const setUp = async ({ now = Date.now, largestBody }: { now?: () => number; largestBody?: number } = {}) => {
  const standIn = await startScriptedService(target => ({ status: 200, body: { path: target.pathname } }))
  open.push(standIn)
  const said: string[] = []
  const service = createOutsideService({
    name: 'Somebody',
    userAgent: 'corroborate-test',
    now,
    onChange: sentence => said.push(sentence),
    ...(largestBody === undefined ? {} : { largestBody }),
  })
  return {
    standIn,
    service,
    said,
    get: (patience = 2000, path = '/a') => service.get(new URL(`${standIn.url}${path}`), patience),
  }
}

describe('external service', () => {
  test('a request carries our user agent and returns the response', async () => {
    const { standIn, get } = await setUp()
    expect(await get()).toEqual({ kind: 'answer', status: 200, body: '{"path":"/a"}' })
    expect(standIn.requests).toMatchObject([{ target: '/a', headers: { 'user-agent': 'corroborate-test' } }])
  })

  test('concurrent requests are merged', async () => {
    const { standIn, get } = await setUp()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(new Set(answers).size).toBe(1)
    expect(standIn.requests).toHaveLength(1)
    await get()
    expect(standIn.requests).toHaveLength(2)
  })

  test.each(['cut' as const, { status: 500 }, { status: 503 }])('a request is retried after %j', async failure => {
    const { standIn, get } = await setUp()
    standIn.behave('answer', failure)
    expect(await get()).toMatchObject({ kind: 'answer' })
    expect(standIn.requests).toHaveLength(2)
  })

  test.each([404, 410, 400])('the status %i is an expected response', async status => {
    const { standIn, get } = await setUp()
    standIn.behave({ status })
    expect(await get()).toMatchObject({ kind: 'answer', status })
    expect(standIn.requests).toHaveLength(1)
  })

  test('a hanging request times out', async () => {
    const { standIn, get } = await setUp()
    standIn.behave('hang')
    expect(await get(200)).toEqual({ kind: 'unavailable', reason: 'Somebody: no answer in time' })
  })

  test('a caller with a long timeout does not delay one with a short one', async () => {
    const { standIn, get } = await setUp()
    standIn.behave('hang')
    let isOver = false
    const patient = get(1500).then(() => {
      isOver = true
    })
    expect(await get(100)).toMatchObject({ kind: 'unavailable' })
    expect(isOver).toBe(false)
    await patient
  })

  test('an unreachable service is unavailable', async () => {
    const { standIn, get } = await setUp()
    await standIn.close()
    open.length = 0
    expect(await get()).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('ECONNREFUSED') })
  })

  test('a response is read up to the size limit', async () => {
    const { standIn, get } = await setUp()
    standIn.behave('huge')
    expect(await get(5000)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('more than 5242880 bytes'),
    })
  })

  test('redirects are followed within the service only', async () => {
    const { standIn, get } = await setUp()
    standIn.behave('answer', { status: 301, headers: { location: '/b' } })
    expect(await get(2000, '/a?key=1')).toMatchObject({ kind: 'answer', body: '{"path":"/b"}' })
    expect(standIn.requests.at(-1)?.target).toBe('/b?key=1')
    standIn.behave('elsewhere')
    expect(await get()).toMatchObject({ kind: 'unavailable' })
  })

  test('after five failures the circuit opens, and a single request probes half a minute later', async () => {
    let clock = 0
    const { standIn, service, get, said } = await setUp({ now: () => clock })
    standIn.behave({ status: 500 })
    for (let call = 0; call < 5; call += 1) await get()
    expect(service.isReachable()).toBe(false)
    const asked = standIn.requests.length
    expect(await get()).toEqual({ kind: 'unavailable', reason: 'Somebody did not answer lately' })
    expect(standIn.requests).toHaveLength(asked)

    clock = 30_001
    expect(service.isReachable()).toBe(true)
    const [probe, other] = await Promise.all([get(2000, '/probe'), get(2000, '/other')])
    expect(probe).toMatchObject({ kind: 'unavailable', reason: 'Somebody answered 500' })
    expect(other).toMatchObject({ kind: 'unavailable', reason: 'Somebody did not answer lately' })

    clock = 60_002
    standIn.behave('answer')
    expect(await get()).toMatchObject({ kind: 'answer' })
    expect(said).toEqual(['Somebody is not asked for a while.', 'Somebody is asked again.'])
  })

  test.each([429, 403])('after status %i the service is not called until its Retry-After', async status => {
    let clock = 0
    const { standIn, get } = await setUp({ now: () => clock })
    standIn.behave('answer', { status, headers: { 'retry-after': '120' } })
    expect(await get()).toEqual({ kind: 'refused', status })
    clock = 119_000
    expect(await get()).toEqual({ kind: 'refused', status })
    clock = 120_001
    expect(await get()).toMatchObject({ kind: 'answer' })
  })
})
