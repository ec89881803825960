import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GiveUp, type JobInfo } from '@corroborate/server-kit/outbox'
import { freePort } from '@corroborate/server-kit/testing/server'
import { expect, onTestFinished, test } from 'vitest'
import { identityUnderTest } from '../testing/index.ts'
import { listDeliveries, noteAttempt } from './delivery-store.ts'
import { sendUserEvents } from './send-user-events.ts'

const hour = 60 * 60_000
const day = 24 * hour

/** Runs one delivery attempt to an application that responds with a status, or never. */
const withApplication = async (status: number | 'never') => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(String(request.headers['webhook-id']))
    if (status !== 'never') response.writeHead(status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`
  const provider = await identityUnderTest({ WEBHOOK_PRIVATE_ORIGINS: new URL(url).origin })
  await provider.configure({ userEventsUrl: url })
  const project = await provider.project()
  const queued: object[] = []
  const logger = { warn: () => {} }
  const outbox = { enqueue: async (_: unknown, job: object) => void queued.push(job) }
  const { db, settings, clock } = provider
  const send = sendUserEvents({ db, outbox, settings, now: () => clock.now, logger } as never)
  const event = { projectId: project.id, userId: 'user-1', type: 'user.deleted' as const, at: clock.now }
  const attempt = (
    job: Partial<JobInfo> = {},
    payload: Partial<typeof event & { deliveryId: string }> = {},
  ): Promise<void> =>
    send({ ...event, ...payload }, { id: 'job-1', attempt: 1, signal: new AbortController().signal, ...job } as JobInfo)
  const noted = async () => (await listDeliveries(db, project.id, { limit: 9 }))[0]
  return { ...provider, project, heard, queued, event, attempt, noted, url }
}

test('an unresponsive application is retried, and the attempt is recorded', async () => {
  const { attempt, heard, noted, queued } = await withApplication(500)
  await expect(attempt()).rejects.toThrow(/^http:\/\/127\.0\.0\.1:\d+ answered 500\.$/)
  await expect(attempt({ attempt: 10 })).rejects.toThrow('answered 500')
  expect(heard).toEqual(['job-1', 'job-1'])
  expect(await noted()).toMatchObject({
    state: 'waiting',
    attempts: 2,
    answer: expect.stringContaining('answered 500'),
  })
  expect(queued).toEqual([])
})

test('after eleven attempts the event is retried hourly under the same id', async () => {
  const { attempt, heard, queued, event } = await withApplication(500)
  await attempt({ attempt: 11 })
  const [job] = queued
  expect(job).toEqual({ kind: 'user-event', payload: { ...event, deliveryId: 'job-1' }, delay: hour })
  await expect(attempt({ id: 'job-2' }, { deliveryId: 'job-1' })).rejects.toThrow('answered 500')
  expect(heard).toEqual(['job-1', 'job-1'])
})

test('an event is abandoned after fourteen days, whatever the number of attempts', async () => {
  const { attempt, noted, queued, event, clock } = await withApplication(500)
  clock.now = event.at + 14 * day
  await attempt({ attempt: 11 })
  expect([(await noted())?.state, queued.length]).toEqual(['waiting', 1])
  clock.now += 1
  await expect(attempt()).rejects.toThrow(GiveUp)
  expect([(await noted())?.state, queued.length]).toEqual(['given_up', 1])
})

test('a late success marks the event as delivered', async () => {
  const { attempt, noted, event, clock } = await withApplication(204)
  clock.now = event.at + 15 * day
  await attempt()
  expect(await noted()).toMatchObject({ state: 'heard', answer: 'It has heard.', attemptedAt: clock.now })
})

test('shutdown aborts an attempt and records why', async () => {
  const { attempt, heard, noted } = await withApplication('never')
  const stopping = new AbortController()
  const attempted = attempt({ signal: stopping.signal })
  await expect.poll(() => heard.length).toBe(1)
  stopping.abort()
  await expect(attempted).rejects.toThrow('did not answer')
  expect(await noted()).toMatchObject({ state: 'waiting' })
})

test('an unreachable application counts as no response', async () => {
  const { attempt, configure } = await withApplication(204)
  await configure({ userEventsUrl: `http://127.0.0.1:${await freePort()}/told` })
  await expect(attempt()).rejects.toThrow('did not answer')
})

test('no event is sent without a URL or project', async () => {
  const { attempt, configure, heard, noted } = await withApplication(204)
  await attempt({}, { projectId: 'project-test-gone' })
  await configure({ userEventsUrl: null })
  await attempt()
  expect([heard, await noted()]).toEqual([[], undefined])
})

test('attempts are listed page by page, newest first, with truncated responses', async () => {
  const { db, project, clock, url } = await withApplication(204)
  const note = (deliveryId: string, attemptedAt: number) =>
    noteAttempt(db, project.id, {
      ...{ deliveryId, type: 'user.deleted', userId: 'user-1', happenedAt: clock.now, url, state: 'waiting' },
      answer: 'x'.repeat(2_000),
      attemptedAt,
    })
  for (const [id, at] of [
    ['a', 1],
    ['b', 2],
    ['c', 2],
    ['d', 3],
  ] as const)
    await note(id, at)
  const page = async (after: { attemptedAt: number; deliveryId: string } | null) =>
    (await listDeliveries(db, project.id, { after, limit: 2 })).map(({ deliveryId }) => deliveryId)
  expect(await page(null)).toEqual(['d', 'c'])
  expect(await page({ attemptedAt: 2, deliveryId: 'c' })).toEqual(['b', 'a'])
  const [newest] = await listDeliveries(db, project.id, { limit: 1 })
  expect(newest?.answer).toHaveLength(1_000)
})
