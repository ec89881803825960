import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { linesOf } from '@corroborate/server-kit/bounded-reading'
import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { createReadWebhook, webhookKeyOf } from '@corroborate/server-kit/webhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { runCli } from '../cli/index.ts'
import { auditReceiver } from './index.ts'
import { noLine, verifyLines } from './lines.ts'
import { type Sink, sinksOf } from './sinks/index.ts'
import { createAuditOut, linesFor, makeLines, readHead, sendAudit } from './store.ts'

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'audit-out-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
const never = new AbortController().signal
const linesIn = (all: string) => all.split('\n').filter(line => line !== '')
const check = (all: readonly string[]) => verifyLines(linesOf(Readable.from([all.join('\n')]), 100_000))
/** Starts a provider with a signed-in user and exports its audit log immediately rather than within seconds. */
const providerThatSends = async (settings: Record<string, string>) => {
  const provider = await identityUnderTest(settings)
  await provider.signIn((await provider.addUser('ada@example.org')).userId)
  const job = { kind: 'audit-out', payload: null, key: 'audit-out' } as const
  await provider.core.outbox.enqueue(provider.db, job)
  return provider
}

describeStore<Tables>('the audit log', migrations, open => {
  const note = (db: Database, count: number, at = 1) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        audit(db, { projectId: `project-${n % 2}`, action: 'user.updated', actor: 'anonymous', at: at + n }),
      ),
    )
  /** A place in memory, that may refuse. */
  const memory = (place: string) => {
    const got: string[] = []
    const sink: Sink & { got: string[]; isAway: boolean } = {
      place,
      got,
      isAway: false,
      send: async lines => {
        if (sink.isAway) throw new Error('away')
        got.push(...lines.map(({ text }) => text))
      },
    }
    return sink
  }

  test('the audit log is exported to every sink as one chain, each line once', async () => {
    const db = await open()
    const { logger } = testLogger()
    const [one, two] = [memory('one'), memory('two')]
    await note(db, 450)
    two.isAway = true
    expect(await sendAudit({ db, logger }, [one, two], never)).toBe(false)
    expect([one.got.length, two.got.length]).toEqual([450, 0])
    two.isAway = false
    await note(db, 3)
    expect(await sendAudit({ db, logger }, [one, two], never)).toBe(true)
    expect(two.got).toEqual(one.got)
    expect(await check(one.got)).toMatchObject({ lines: 453, first: 1, last: await readHead(db), findings: [] })
    // Entries that have reached every sink are deleted.
    expect(await db.selectFrom('audit_lines').select('seq').execute()).toEqual([])
    expect(JSON.parse(one.got[0] ?? '')).toMatchObject({ seq: 1, project_id: 'project-0', action: 'user.updated' })
  })

  test('audit lines are stored until a sink has them, but not for a removed sink', async () => {
    const db = await open()
    const { logger } = testLogger()
    const [one, two] = [memory('one'), memory('two')]
    await note(db, 2)
    expect(await sendAudit({ db, logger }, [one], never)).toBe(true)
    expect(await linesFor(db, 'one')).toEqual([])
    two.isAway = true
    await note(db, 1)
    expect(await sendAudit({ db, logger }, [one, two], never)).toBe(false)
    expect((await linesFor(db, 'two')).map(({ seq }) => Number(seq))).toEqual([3])
    await note(db, 1)
    expect(await sendAudit({ db, logger }, [two, one], never)).toBe(false)
    expect(one.got).toHaveLength(4)
    two.isAway = false
    expect(await sendAudit({ db, logger }, [one, two], never)).toBe(true)
    expect(two.got).toEqual(one.got.slice(2))
    two.isAway = true
    await note(db, 1)
    expect(await sendAudit({ db, logger }, [one, two], never)).toBe(false)
    expect((await linesFor(db, 'two')).map(({ seq }) => Number(seq))).toEqual([5])
    expect(await sendAudit({ db, logger }, [one], never)).toBe(true)
    expect(await db.selectFrom('audit_lines').select('seq').execute()).toEqual([])
    expect(await db.selectFrom('audit_places').select('place').execute()).toEqual([{ place: 'one' }])
  })

  test('an empty audit log starts no chain', async () => {
    const db = await open()
    expect(await readHead(db)).toBeNull()
    expect(await makeLines(db)).toBe(0)
    expect(await readHead(db)).toMatchObject({ hash: noLine })
  })

  test('the audit export stops sending when aborted', async () => {
    const db = await open()
    const { logger } = testLogger()
    const one = memory('one')
    await note(db, 1)
    await expect(sendAudit({ db, logger }, [one], AbortSignal.abort())).rejects.toThrow('aborted')
    expect(one.got).toEqual([])
  })

  test('two nodes exporting concurrently write each entry once', async () => {
    const db = await open()
    await note(db, 300)
    await Promise.all([makeLines(db), makeLines(db), makeLines(db)])
    const seqs = await db.selectFrom('audit_lines').select('seq').orderBy('seq').execute()
    expect(seqs.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
  })
})

describe('audit export job', () => {
  /** Returns an export job that writes to a file, for a provider with a sign-in, and the delay of its next run in ms. */
  const jobTo = async (file: string) => {
    const { core, addUser, signIn } = await identityUnderTest()
    await signIn((await addUser('ada@example.org')).userId)
    const plans: unknown[] = []
    const enqueue = async (_: unknown, plan: object) => void plans.push(plan)
    const settings = { ...core.settings, auditOut: { ...core.settings.auditOut, file } }
    return { made: createAuditOut({ ...core, settings, outbox: { ...core.outbox, enqueue } }), plans }
  }
  const plan = (delay: number) => ({ kind: 'audit-out', payload: null, key: 'audit-out', delay })

  test('no job runs without sinks', async () => {
    const { core } = await identityUnderTest()
    expect(createAuditOut(core)).toBeNull()
  })

  test('the job runs at once and is rescheduled soon', async () => {
    const { made, plans } = await jobTo(join(folder(), 'audit.jsonl'))
    await made?.begin()
    await made?.job(null, { signal: never })
    expect(plans).toEqual([plan(0), plan(5_000)])
  })

  test('the job backs off from a failing sink', async () => {
    const { made, plans } = await jobTo(join(folder(), 'no', 'file'))
    await made?.job(null, { signal: never })
    expect(plans).toEqual([plan(30_000)])
  })

  test('a stopped job is rescheduled', async () => {
    const { made, plans } = await jobTo(join(folder(), 'audit.jsonl'))
    await expect(made?.job(null, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(plans).toEqual([plan(30_000)])
  })
})

test('every configured sink receives the log', async () => {
  const { settings } = await identityUnderTest()
  const placesOf = (named: Partial<typeof settings.auditOut>) =>
    sinksOf({ ...settings, auditOut: { ...settings.auditOut, ...named } }).map(({ place }) => place)
  expect(placesOf({})).toEqual([])
  expect(placesOf({ file: '/a', syslog: 'udp://a:1', webhook: 'https://a' })).toEqual([
    ...['file /a', 'syslog udp://a:1', 'webhook https://a'],
  ])
})

test('a provider exports to a file that the command line verifies', async () => {
  const file = join(folder(), 'audit.jsonl')
  const provider = await providerThatSends({ AUDIT_FILE: file })
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('session.issued')
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const run = async (given: string) => {
    writeFileSync(`${file}.copy`, given)
    const printed = { out: '', err: '' }
    const code = await runCli(['audit', 'verify', `${file}.copy`], () => provider.settings, {
      stdin: Readable.from([]),
      out: said => {
        printed.out += said
      },
      err: said => {
        printed.err += said
      },
    })
    return { code, ...printed }
  }
  const all = linesIn(readFileSync(file, 'utf8'))
  expect(await run(all.join('\n'))).toMatchObject({ code: 0, out: expect.stringContaining('Verified: no missing') })
  expect(await run(all.slice(0, -1).join('\n'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('The log continues'),
  })
  const changed = all.map((line, n) => (n === 0 ? line.replace('"actor":"', '"actor":"not-') : line)).join('\n')
  expect(await run(changed)).toMatchObject({ code: 1, err: expect.stringContaining('line 1 was changed') })
})

test('a provider exports to syslog over UDP and TCP', async () => {
  const udp = createSocket('udp4')
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  onTestFinished(() => void udp.close())
  const datagram = once(udp, 'message')
  await providerThatSends({ AUDIT_SYSLOG: `udp://127.0.0.1:${udp.address().port}` })
  const [message] = (await datagram) as [Buffer]
  expect(message.toString()).toMatch(/^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ corroborate-identity - audit-1 - \{"seq":1,/)

  const received = Promise.withResolvers<string>()
  const tcp = createServer(socket => void text(socket).then(received.resolve))
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  onTestFinished(() => void tcp.close())
  await providerThatSends({ AUDIT_SYSLOG: `tcp://127.0.0.1:${(tcp.address() as AddressInfo).port}` })
  const [, length = '', rest = ''] = /^(\d+) ([\s\S]*)$/.exec(await received.promise) ?? []
  const [, json = ''] = /^<109>1 .* audit-1 - (\{.*)$/s.exec(rest.slice(0, Number(length))) ?? []
  expect(JSON.parse(json)).toMatchObject({ seq: 1 })
})

test('a provider exports by signed webhook and retries rejected calls', async () => {
  const calls: { headers: Headers; body: string }[] = []
  const server = createHttpServer((request, response) => {
    void text(request).then(body => {
      calls.push({ headers: new Headers(request.headers as Record<string, string>), body })
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const provider = await providerThatSends({
    AUDIT_WEBHOOK: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const [secret = ''] = openCallerSecrets(provider.settings)
  const [{ headers, body } = { headers: new Headers(), body: '' }] = calls
  expect(createReadWebhook([webhookKeyOf(secret, auditReceiver)], Date.now)(headers, body)).toBe(true)
  const { type, lines } = JSON.parse(body)
  expect(type).toBe('audit.lines')
  expect(await check(lines)).toMatchObject({ first: 1, findings: [] })
})
