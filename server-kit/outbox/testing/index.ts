import type { Kysely } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { testLogger } from '../../testing/index.ts'
import { createOutbox, type Handlers, type Outbox, type OutboxTables, type WorkerOptions } from '../index.ts'

export type Payloads = { mail: { to: string }; refresh: { doi: string } }

export const makeOutbox = (db: Kysely<OutboxTables>) =>
  createOutbox<Payloads>(db, { logger: testLogger().logger, now: Date.now })

const hurried: WorkerOptions = { poll: 20, lease: 5_000, delayAfter: () => 20, maxAttempts: 3 }

export const work = (
  db: Kysely<OutboxTables>,
  handlers: Handlers<Payloads>,
  options: WorkerOptions = {},
  outbox: Pick<Outbox<Payloads>, 'startWorker'> = makeOutbox(db),
) => {
  const worker = outbox.startWorker(handlers, { ...hurried, ...options })
  onTestFinished(() => worker.stop(100))
  return worker
}

export const rows = (db: Kysely<OutboxTables>) => db.selectFrom('outbox').selectAll().orderBy('enqueued_at').execute()

export const until = (condition: () => boolean | Promise<boolean>, options?: { timeout: number }) =>
  expect.poll(condition, options).toBe(true)

export const isEmpty = (db: Kysely<OutboxTables>) => async () => (await rows(db)).length === 0
