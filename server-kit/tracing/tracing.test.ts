import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../http/index.ts'
import { callerHeader, createReadCaller, createSignCall } from '../known-caller/index.ts'
import { createLogger } from '../logging/index.ts'
import { createOutbox, type OutboxTables, outboxMigrations } from '../outbox/index.ts'
import { describeStore, testLogger } from '../testing/index.ts'
import { type ReceivedSpan, startTraceReceiver } from '../testing/traces/index.ts'
import { openTracing, statementShape, tracing } from './index.ts'
import { useTracing } from './tracing.ts'

/** Tracing that goes to a collector of the test. */
const traced = async () => {
  const receiver = await startTraceReceiver()
  const opened = await openTracing(receiver.url)
  onTestFinished(async () => {
    useTracing()
    await receiver.close()
  })
  return {
    /** All that was noted: the tracing ends with it. */
    received: async (): Promise<ReceivedSpan[]> => {
      await opened.close()
      return receiver.spans
    },
  }
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find(span => span.name === name)
  if (found === undefined) throw new Error(`There is no ${name}, only ${spans.map(span => span.name).join(', ')}.`)
  return found
}

test.each([
  [undefined, []],
  ['http://127.0.0.1:9', ['api', 'exporter-trace-otlp-http', 'sdk-trace-node']],
])('with collector %s these tracing packages are loaded: %j', async (endpoint, parts) => {
  const script = `
    import { createRequire } from 'node:module'
    for (const room of ['tracing', 'database', 'http', 'outbox', 'mail', 'logging']) await import('@corroborate/server-kit/' + room)
    const { openTracing } = await import('@corroborate/server-kit/tracing')
    await openTracing(${JSON.stringify(endpoint)})
    const loaded = Object.keys(createRequire(import.meta.url).cache).flatMap(file => /@opentelemetry.([^/\\\\]+)/.exec(file)?.[1] ?? [])
    console.log(JSON.stringify([...new Set(loaded)]))
    process.exit(0)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
  })
  const loaded = JSON.parse(stdout)
  if (parts.length === 0) expect(loaded).toEqual([])
  else expect(loaded).toEqual(expect.arrayContaining(parts))
})

test('a request continues a trace from our own servers and only links to a foreign one', async () => {
  const { received } = await traced()
  const secret = 's'.repeat(43)
  const { logger } = testLogger()
  const app = createHttp({
    origin: 'http://localhost',
    logger,
    readCaller: createReadCaller([secret], Date.now),
  })
  app.get('/thing/:id', c => c.text('done'))
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const signed = createSignCall([secret], Date.now)({ address: '192.0.2.1', method: 'GET', path: '/thing/1' })
  await app.request('http://localhost/thing/1', { headers: { traceparent, [callerHeader]: signed } })
  await app.request('http://localhost/thing/2', { headers: { traceparent } })
  await app.request('http://localhost/thing/3', { headers: { traceparent: 'x'.repeat(55) } })
  await app.request('http://localhost/health/live')
  const spans = await received()
  expect(spans).toHaveLength(3)
  const [own, stranger, odd] = spans
  expect(own).toMatchObject({
    name: 'GET /thing/:id',
    traceId: 'a'.repeat(32),
    parentSpanId: 'b'.repeat(16),
    links: [],
  })
  expect(own?.attributes).toMatchObject({ 'http.route': '/thing/:id', 'http.response.status_code': 200 })
  expect(stranger).toMatchObject({ parentSpanId: '', links: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }] })
  expect(stranger?.traceId).not.toBe('a'.repeat(32))
  expect(odd).toMatchObject({ parentSpanId: '', links: [] })
})

test('a log line carries its trace and span ids', async () => {
  const lines: string[] = []
  const logger = createLogger('info', 'test', { write: line => void lines.push(line) })
  logger.info('outside')
  const { received } = await traced()
  await tracing().span('step', { kind: 'internal' }, async () => logger.info('within'))
  const [span] = await received()
  const [outside, within] = lines.map(line => JSON.parse(line))
  expect(outside).not.toHaveProperty('trace_id')
  expect(within).toMatchObject({ trace_id: span?.traceId, span_id: span?.spanId })
})

describeStore<OutboxTables>('steps in a database', outboxMigrations, (open, store) => {
  test('database spans contain no values, and a job is a child of what enqueued it', async () => {
    const { received } = await traced()
    const db = await open()
    const { logger } = testLogger()
    const outbox = createOutbox<{ greet: { name: string } }, OutboxTables>(db, { logger, now: Date.now })
    const done = Promise.withResolvers<void>()
    await tracing().span('asked', { kind: 'internal' }, async () => {
      await db.transaction().execute(tx => outbox.enqueue(tx, { kind: 'greet', payload: { name: 'secret-name' } }))
    })
    const worker = outbox.startWorker({
      greet: async () => {
        await db.selectFrom('outbox').select('id').where('kind', '=', 'secret-kind').execute()
        done.resolve()
      },
    })
    await done.promise
    await worker.stop()
    const spans = await received()
    const [asked, job] = [named(spans, 'asked'), named(spans, 'job greet')]
    expect(job).toMatchObject({ traceId: asked.traceId, parentSpanId: asked.spanId })
    expect(named(spans, 'INSERT outbox')).toMatchObject({ traceId: asked.traceId, parentSpanId: asked.spanId })
    const select = spans.find(({ name, parentSpanId }) => name === 'SELECT outbox' && parentSpanId === job.spanId)
    expect(select?.attributes).toMatchObject({
      'db.system.name': store.engine === 'postgres' ? 'postgresql' : 'sqlite',
      'db.collection.name': 'outbox',
    })
    expect(JSON.stringify(spans)).not.toMatch(/secret-name|secret-kind/)
  })
})

test.each([
  [
    "select 'a''b', 12 from \"users\" where x = 3.5 and y = $1",
    'SELECT',
    'users',
    'select ?, ? from "users" where x = ? and y = $1',
  ],
  ['update "totps" set "guesses" = 1', 'UPDATE', 'totps', 'update "totps" set "guesses" = ?'],
  ['with "due" as (select 1 from "outbox") update "outbox" set a = 1', 'SELECT', 'outbox', null],
  ['begin', 'BEGIN', '', 'begin'],
])('span shape of %s', (sql, operation, table, text) => {
  const shape = statementShape(sql)
  expect([shape['db.operation.name'], shape['db.collection.name']]).toEqual([operation, table])
  if (text !== null) expect(shape['db.query.text']).toBe(text)
})

test('without a collector, tracing is a no-op', async () => {
  expect(await tracing().span('step', { kind: 'internal' }, async () => 'done')).toBe('done')
  expect([tracing().isOn, tracing().traceparent(), tracing().ids()]).toEqual([false, null, null])
})
