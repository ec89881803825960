import { setTimeout as sleep } from 'node:timers/promises'
import { type ReceivedSpan, startTraceReceiver } from '@corroborate/server-kit/testing/traces'
import { openTracing } from '@corroborate/server-kit/tracing'
import { observation, type Run } from './row.ts'
import { withSite } from './site-in-process.ts'

/** The pages that are asked for most, each with what a reader who has acted before sends. */
const asked = {
  'the home page': '/',
  'a paper’s page': '/10.1126/science.aac4716',
  'a search': '/search?q=estimating+the+reproducibility+of+psychological+science',
  'what happened lately': '/recent',
  'the books': '/books',
} as const

/** How long a trace may take to arrive, in ms. */
const patience = 10_000
/** The kind of a step that answers a request, in OTLP. */
const server = 2

/** How many statements the database runs for a page, counted in the traces that the site sends. */
export const run: Run = async () => {
  const receiver = await startTraceReceiver()
  const traces = await openTracing(receiver.url)
  try {
    return await withSite(async ({ app }) => {
      const headers = { accept: 'text/html', cookie: 'visitor=0123456789012345678901' }
      /** The steps of one request, once its last has arrived: the request itself, which ends after what it calls. */
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
        // The first answer fills caches; what the second costs is what readers meet.
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
