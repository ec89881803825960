import { callPath } from '@corroborate/wire/call'
import { events } from '@corroborate/wire/events'
import { telemetryBatch } from '@corroborate/wire/limits'
import type { BodyOf } from '@corroborate/wire/types'
import { describeCaller } from './describe-caller.ts'
import type { Environment } from './environment.ts'
import type { Held } from './session-store.ts'
import type { Telemetry, Unsubscribe } from './types.ts'

type Batch = BodyOf<typeof events.submit>

export type TelemetryQueue = Telemetry & {
  flush: () => void
  /** Sends the events that wait, and stops listening. */
  stop: () => void
}

/** The most bytes that a browser sends for a page that is already closed. */
const keepaliveBytes = 60_000

type Needs = {
  baseUrl: string
  publicToken: string
  environment: Environment
  held: () => Held
  enabled: boolean
}

/** Batches events until there are enough, a delay has passed, or the page is closed. Each is sent at most once and dropped on failure. */
export const createTelemetry = ({ baseUrl, publicToken, environment, held, enabled }: Needs): TelemetryQueue => {
  let waiting: Batch = []
  let cancel: Unsubscribe | undefined

  const post = (batch: Batch): void => {
    const body = JSON.stringify(batch)
    // A request that outlives its page may carry few bytes: too many events are sent in two requests, and too long ones not at all.
    if (batch.length > 1 && body.length > keepaliveBytes) {
      const middle = batch.length >> 1
      post(batch.slice(0, middle))
      post(batch.slice(middle))
      return
    }
    environment
      .fetch(baseUrl + callPath(events.submit), {
        method: events.submit.method,
        headers: { 'Content-Type': 'application/json' },
        credentials: 'omit',
        keepalive: true,
        body,
      })
      .catch(() => {})
  }

  const flush = (): void => {
    cancel?.()
    cancel = undefined
    const batch = waiting
    waiting = []
    if (batch.length > 0) post(batch)
  }

  const stopListening = environment.listen('hidden', flush)
  return {
    log: (name, details) => {
      if (!enabled) return
      waiting.push({
        telemetry: describeCaller(environment, held()),
        event: { public_token: publicToken, event_name: name, ...(details && { details: { ...details } }) },
      })
      if (waiting.length >= telemetryBatch.maxEvents) flush()
      else cancel ??= environment.after(telemetryBatch.flushMs, flush)
    },
    flush,
    stop: () => {
      flush()
      stopListening()
    },
  }
}
