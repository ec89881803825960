import { engineOf, type Migration, runTransaction } from '@corroborate/server-kit/database'
import { messageOf } from '@corroborate/server-kit/error-message'
import { noteLine, readEntriesWithoutLine } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { makeLine, noLine } from './lines.ts'
import { type Sink, sinksOf } from './sinks/index.ts'

/** Lines made in one transaction. */
const atOnce = 200

/** The newest line; null before the first. */
export const readHead = async (db: Database | Tx): Promise<{ seq: number; hash: string } | null> =>
  (await db.selectFrom('audit_chain').select(['seq', 'hash']).executeTakeFirst()) ?? null

/** Appends new entries to the hash chain shared by all projects. @returns the number of new lines */
export const makeLines = (db: Database): Promise<number> =>
  runTransaction(db, async tx => {
    await tx
      .insertInto('audit_chain')
      .values({ name: 'head', seq: 0, hash: noLine })
      .onConflict(conflict => conflict.column('name').doNothing())
      .execute()
    // Of two nodes one goes first: the other finds its lines made.
    const head = tx.selectFrom('audit_chain').select(['seq', 'hash'])
    let { seq, hash } = await (engineOf(tx) === 'postgres' ? head.forUpdate() : head).executeTakeFirstOrThrow()
    const entries = await readEntriesWithoutLine(tx, atOnce)
    for (const entry of entries) {
      const line = makeLine(++seq, hash, entry)
      hash = line.hash
      await tx.insertInto('audit_lines').values({ seq, text: line.text }).execute()
      await noteLine(tx, entry.project_id, entry.audit_id, seq)
    }
    if (entries.length > 0) await tx.updateTable('audit_chain').set({ seq, hash }).execute()
    return entries.length
  })

/** Lines that a place has not got, the oldest first. */
export const linesFor = async (db: Database, place: string): Promise<{ seq: number; text: string }[]> => {
  const reached = await db.selectFrom('audit_places').select('seq').where('place', '=', place).executeTakeFirst()
  return db
    .selectFrom('audit_lines')
    .select(['seq', 'text'])
    .where('seq', '>', reached?.seq ?? 0)
    .orderBy('seq')
    .limit(atOnce)
    .execute()
}

/** Notes that a place has all lines up to one. */
const noteReached = async (db: Database, place: string, seq: number): Promise<void> => {
  await db
    .insertInto('audit_places')
    .values({ place, seq })
    .onConflict(conflict => conflict.column('place').doUpdateSet({ seq }))
    .execute()
}

/** Forgets the lines that every place has, and places that are none any more. */
const forgetArrived = async (db: Database, places: readonly string[]): Promise<void> => {
  await db.deleteFrom('audit_places').where('place', 'not in', places).execute()
  const reached = await db.selectFrom('audit_places').select('seq').execute()
  if (reached.length < places.length) return
  await db
    .deleteFrom('audit_lines')
    .where('seq', '<=', Math.min(...reached.map(({ seq }) => seq)))
    .execute()
}

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

export type AuditOutTables = {
  /** One row: the number and the hash of the newest line. */
  audit_chain: { name: 'head'; seq: number; hash: string }
  /** Lines that have yet to arrive somewhere. */
  audit_lines: { seq: number; text: string }
  /** Up to which line each place has them all. */
  audit_places: { place: string; seq: number }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends AuditOutTables {}
}

export const auditOutMigrations: Migration[] = [
  {
    name: '2026-12-14-audit-out',
    async up(db) {
      await db.schema
        .createTable('audit_chain')
        .addColumn('name', 'text', column => column.primaryKey().notNull())
        .addColumn('seq', 'bigint', column => column.notNull())
        .addColumn('hash', 'text', column => column.notNull())
        .execute()
      await db.schema
        .createTable('audit_lines')
        .addColumn('seq', 'bigint', column => column.primaryKey().notNull())
        .addColumn('text', 'text', column => column.notNull())
        .execute()
      await db.schema
        .createTable('audit_places')
        .addColumn('place', 'text', column => column.primaryKey().notNull())
        .addColumn('seq', 'bigint', column => column.notNull())
        .execute()
    },
  },
]
