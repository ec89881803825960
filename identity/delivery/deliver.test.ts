import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { identityUnderTest } from '../testing/index.ts'
import { delivery, withholdMessage } from './deliver.ts'
import { keepMessage, listMessages } from './mailbox/store.ts'
import { magicLinkMail, passcodeMessage } from './messages.ts'
import { stateOfNewestText } from './texts/store.ts'

const project = { id: 'project-test-1', name: 'Corroborate', locale: 'en' as const }
const to = 'ada@example.org'
const link = 'https://app.example.org/in?token=T'
const day = 24 * 3_600_000

/** The job that sends messages, on a provider's database, at a time of the test's own. */
const open = async () => {
  const { db, settings, core, clock: theirs } = await identityUnderTest()
  const warned: unknown[] = []
  const logger = { warn: (...of: unknown[]) => warned.push(of) } as never
  const clock = { now: theirs.now }
  const start = (given: Partial<typeof settings> = {}, on = db) => {
    const opened = delivery({ db: on, settings: { ...settings, ...given }, logger, notices: [], now: () => clock.now })
    onTestFinished(opened.close)
    return opened
  }
  const job = { id: 'job-1', enqueuedAt: clock.now, signal: new AbortController().signal }
  return { db, core, clock, start, job, warned }
}

describe('message delivery', () => {
  test('a message is sent until it expires, and not from that moment on', async () => {
    const { db, clock, start, job } = await open()
    const { jobs } = start()
    const mail = magicLinkMail({ project, to, link, expiresAt: clock.now + 1 })
    await jobs.message(mail, job)
    expect(await listMessages(db)).toHaveLength(1)
    clock.now += 1
    await expect(jobs.message(mail, { ...job, id: 'job-2' })).rejects.toThrow('It expired before it could be sent.')
    expect(await listMessages(db)).toHaveLength(1)
  })

  test('a message that no transport accepts is abandoned with the reason', async () => {
    const { start, job } = await open()
    const { jobs } = start({ production: true })
    const mail = magicLinkMail({ project, to, link, expiresAt: job.enqueuedAt + day })
    await expect(jobs.message(mail, job)).rejects.toThrow('No transport is configured for this channel.')
  })
})

describe('withheld message', () => {
  test('a withheld message is a job that sends nothing and takes as long as the real one', async () => {
    const { db, core, start } = await open()
    const before = Date.now()
    await db.transaction().execute(tx => withholdMessage(core, tx, { delay: 1_000_000 }))
    const rows = await db.selectFrom('outbox').select(['kind', 'due_at']).where('kind', '=', 'no-message').execute()
    expect(rows).toEqual([{ kind: 'no-message', due_at: expect.any(Number) }])
    expect(rows[0]?.due_at).toBeGreaterThanOrEqual(before + 1_000_000)
    expect(rows[0]?.due_at).toBeLessThanOrEqual(Date.now() + 1_000_000)
    await start().jobs['no-message']()
    expect(await listMessages(db)).toEqual([])
  })

  test('a withheld SMS is recorded as in transit like a real one, and a withheld email is not', async () => {
    const { db, core, clock } = await open()
    const text = passcodeMessage({
      ...{ project, to: '+4915123456789', channel: 'sms', code: '012345', methodId: 'phone-number-test-1' },
      expiresAt: clock.now + day,
    })
    await db.transaction().execute(tx => withholdMessage(core, tx, { text }))
    expect(await db.selectFrom('texts').select(['method_id', 'state', 'channel']).execute()).toEqual([
      { method_id: 'phone-number-test-1', state: 'waiting', channel: 'sms' },
    ])
    const mail = magicLinkMail({ project, to, link, expiresAt: clock.now + day })
    await db.transaction().execute(tx => withholdMessage(core, tx, { text: mail }))
    expect(await db.selectFrom('texts').selectAll().execute()).toHaveLength(1)
    expect(await stateOfNewestText(db, project.id, 'phone-number-test-1')).toBe('waiting')
  })
})

/** Lets the test control the timers of recurring work. */
const fakeIntervals = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms: number) => vi.advanceTimersByTime(ms)
}

describe('daily mailbox cleanup', () => {
  test('the mailbox purges old messages daily until shutdown', async () => {
    const { db, clock, start } = await open()
    const advance = fakeIntervals()
    const rendered = { subject: 'S', text: 'T', html: null, links: [], code: null }
    await keepMessage(db, 'p', { id: 'old', channel: 'email', to, rendered }, clock.now - 400 * day)
    await keepMessage(db, 'p', { id: 'new', channel: 'email', to, rendered }, clock.now - 1_000)
    const { close } = start()
    advance(day - 1)
    expect(await listMessages(db)).toHaveLength(2)
    advance(1)
    await expect.poll(async () => (await listMessages(db)).map(({ id }) => id)).toEqual(['new'])
    await close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a failed cleanup is only logged', async () => {
    const { start, warned } = await open()
    const advance = fakeIntervals()
    const broken = {
      selectFrom: () => {
        throw new Error('away')
      },
    } as never
    start({}, broken)
    advance(day)
    await expect.poll(() => warned).toEqual([[{ err: expect.any(Error) }, expect.stringContaining('could not be')]])
  })
})
