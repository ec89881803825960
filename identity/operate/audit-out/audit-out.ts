import { messageOf } from '@corroborate/server-kit/error-message'
import type { Core } from '../../sdk/core/index.ts'
import { type Sink, sinksOf } from './sinks/index.ts'
import { forgetArrived, linesFor, makeLines, noteReached } from './store.ts'

declare module '../../platform/jobs/index.ts' {
  interface JobKinds {
    /** Exports new audit log entries to the sinks and schedules the next run. */
    'audit-out': null
  }
}

/** Export interval, in ms. */
const every = 5_000
/** Backoff after a sink rejects entries, in ms. */
const pause = 30_000

type Parts = Pick<Core, 'db' | 'logger'>

/** Creates lines for all new entries and sends each sink its missing ones. @returns true if every sink accepted its lines */
export const sendAudit = async (
  { db, logger }: Parts,
  sinks: readonly Sink[],
  signal: AbortSignal,
): Promise<boolean> => {
  while ((await makeLines(db)) > 0) signal.throwIfAborted()
  let isComplete = true
  for (const { place, send } of sinks) {
    try {
      for (let lines = await linesFor(db, place); lines.length > 0; lines = await linesFor(db, place)) {
        await send(lines, signal)
        await noteReached(db, place, lines.at(-1)?.seq ?? 0)
      }
    } catch (error) {
      // One place that is away keeps no other waiting.
      isComplete = false
      logger.warn({ place, reason: messageOf(error) }, 'the audit log could not be sent: it will be tried again')
    }
  }
  await forgetArrived(
    db,
    sinks.map(({ place }) => place),
  )
  return isComplete
}

/** The job that sends the audit log, and how it is begun; null where it leaves to nowhere. */
export const createAuditOut = (core: Core) => {
  const sinks = sinksOf(core.settings)
  if (sinks.length === 0) return null
  const plan = (delay: number) =>
    core.outbox.enqueue(core.db, { kind: 'audit-out', payload: null, key: 'audit-out', delay })
  return {
    begin: () => plan(0),
    job: async (_: null, { signal }: { signal: AbortSignal }): Promise<void> => {
      let delay = pause
      try {
        if (await sendAudit(core, sinks, signal)) delay = every
      } finally {
        await plan(delay)
      }
    },
  }
}
