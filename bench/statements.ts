import { setTimeout as sleep } from 'node:timers/promises'
import { type ReceivedSpan, startTraceReceiver } from '@corroborate/server-kit/testing/traces'
import { openTracing } from '@corroborate/server-kit/tracing'
import { observation, type Run } from './row.ts'
import { withSite } from './site-in-process.ts'

/** The most requested pages, each with the cookies of a reader who has interacted before. */
const asked = {
  'the home page': '/',
  'a paper’s page': '/10.1126/science.aac4716',
  'a search': '/search?q=estimating+the+reproducibility+of+psychological+science',
  'what happened lately': '/recent',
  'the books': '/books',
} as const

/** Timeout for a trace to arrive, in ms. */
const patience = 10_000
/** The kind of a step that answers a request, in OTLP. */
const server = 2

/** Counts the database statements per page in the site's traces. */
export const run: Run = async () => {
  const receiver = await startTraceReceiver()
  const traces = await openTracing(receiver.url)
  try {
    return await withSite(async ({ app }) => {
      const headers = { accept: 'text/html', cookie: 'visitor=0123456789012345678901' }
      /** Returns the spans of one request once the root span, which ends last, has arrived. */
      const stepsOf = async (path: string): Promise<ReceivedSpan[]> => {
        const before = receiver.spans.length
        const { status } = await app.request(path, { headers })
        if (status !== 200) throw new Error(`${path} answered ${status}.`)
        const end = Date.now() + patience
        for (;;) {
          const steps = receiver.spans.slice(before)
          const whole = steps.find(({ kind, parentSpanId }) => kind === server && parentSpanId === '')
          if (whole !== undefined) return steps.filter(({ traceId }) => traceId === whole.traceId)
          if (Date.now() > end) throw new Error(`No trace of ${path} has arrived.`)
          await sleep(20)
        }
      }
      const statementsOf = async (path: string): Promise<string[]> => {
        // The first request warms caches. The second shows the cost for readers.
        await stepsOf(path)
        return (await stepsOf(path)).filter(step => 'db.system.name' in step.attributes).map(({ name }) => name)
      }
      const rows = []
      for (const [name, path] of Object.entries(asked)) {
        const statements = await statementsOf(path)
        rows.push(observation(`statements for ${name}`, String(statements.length), statements.join(', ')))
      }
      return rows
    })
  } finally {
    await traces.close()
    await receiver.close()
  }
}
