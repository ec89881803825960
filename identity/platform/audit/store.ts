import { randomUUID } from 'node:crypto'
import { deleteOlder, type Migration, prepareInsert } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import type { AccountAction } from '@corroborate/wire/account-events'
import { type Generated, type Selectable, sql } from 'kysely'
import type { Database, Tables, Tx } from '../database/index.ts'
import type { OperatorEvent } from '../names/index.ts'
import type { RequestFacts } from '../request/facts-of.ts'

export type AuditTables = {
  audit_log: {
    project_id: string
    audit_id: string
    at: number
    /** A user id, `operator:NAME` for an operator at the command line or in a user's place, or `anonymous`. */
    actor: string
    /** The user it was done to; null when it concerns the project. */
    user_id: string | null
    /** `object.verb`, such as `session.issued` or `email.deleted`. */
    action: string
    /** `type/delivery_method` of the factors that proved the actor, with a plus between them, or null. */
    factor: string | null
    ip_address: string | null
    user_agent: string | null
    request_id: string | null
    details: string
    /** Its number among the lines that leave this database (`operate/audit-out`); null while it has none. */
    line: Generated<number | null>
  }
}

declare module '../database/index.ts' {
  interface Tables extends AuditTables {}
}

export const auditMigrations: Migration[] = [
  {
    name: '2026-11-21-audit-log',
    async up(db) {
      await db.schema
        .createTable('audit_log')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('audit_id', 'text', column => column.notNull())
        .addColumn('at', 'bigint', column => column.notNull())
        .addColumn('actor', 'text', column => column.notNull())
        .addColumn('user_id', 'text')
        .addColumn('action', 'text', column => column.notNull())
        .addColumn('factor', 'text')
        .addColumn('ip_address', 'text')
        .addColumn('user_agent', 'text')
        .addColumn('request_id', 'text')
        .addColumn('details', 'text', column => column.notNull())
        .addPrimaryKeyConstraint('audit_log_pk', ['project_id', 'audit_id'])
        .execute()
      await db.schema.createIndex('audit_log_by_time').on('audit_log').columns(['project_id', 'at']).execute()
      await db.schema
        .createIndex('audit_log_of_user')
        .on('audit_log')
        .columns(['project_id', 'user_id', 'at'])
        .execute()
    },
  },
  {
    name: '2026-12-08-audit-log-by-age',
    async up(db) {
      await db.schema.createIndex('audit_log_by_age').on('audit_log').column('at').execute()
    },
  },
  {
    name: '2026-12-14-audit-log-lines',
    async up(db) {
      await db.schema.alterTable('audit_log').addColumn('line', 'bigint').execute()
      await sql`create index audit_log_without_line on audit_log (at) where line is null`.execute(db)
    },
  },
  {
    name: '2026-12-20-audit-log-in-pages',
    async up(db) {
      // A page goes on after the last entry of the one before, however many came in one moment.
      const about: Record<string, readonly string[]> = {
        by_time: [],
        of_user: ['user_id'],
        by_actor: ['actor'],
        by_action: ['action'],
      }
      for (const [name, columns] of Object.entries(about)) {
        await db.schema
          .createIndex(`audit_log_pages_${name}`)
          .on('audit_log')
          .columns(['project_id', ...columns, 'at', 'audit_id'])
          .execute()
      }
      await db.schema.dropIndex('audit_log_by_time').execute()
      await db.schema.dropIndex('audit_log_of_user').execute()
    },
  },
]

/** The session holder and their factors, as needed for the log. */
type Holder = {
  userId: string
  factors: readonly { type: string; delivery_method: string; impersonated_factor?: { impersonator_id: string } }[]
}

/** An event that users are shown, or one that only operators are. */
export type AuditAction = AccountAction | OperatorEvent

export type AuditEntry = {
  projectId: string
  action: AuditAction
  /** The actor. A session includes its factors. */
  actor: string | Holder
  /** The user it was done to. Default: the session's own. */
  userId?: string | null | undefined
  /** Never a secret, a code or a password; addresses only where the entry is about them. */
  details?: Record<string, unknown>
} & (
  | {
      /** Origin and time of the action. */
      request: RequestFacts
      at?: never
    }
  | {
      request?: never
      /** Time of a command line action, in epoch milliseconds. */
      at: number
    }
)

/** Returns the actor's name: the operator's during impersonation. */
const nameOf = (actor: string | Holder): string => {
  if (typeof actor === 'string') return actor
  const operator = actor.factors.find(factor => factor.impersonated_factor !== undefined)?.impersonated_factor
  return operator?.impersonator_id ?? actor.userId
}

const factorsOf = ({ factors }: Holder): string =>
  factors.map(({ type, delivery_method }) => `${type}/${delivery_method}`).join(' + ')

/** Writes an audit log entry in the transaction of the action, so that both commit or neither. */
export const audit = async (
  tx: Tx | Database,
  { projectId, action, actor, userId, request, at, details = {} }: AuditEntry,
): Promise<void> => {
  await insertEntry(tx, {
    project_id: projectId,
    audit_id: `audit-${randomUUID()}`,
    at: request === undefined ? at : request.now,
    actor: nameOf(actor),
    user_id: userId === undefined && typeof actor !== 'string' ? actor.userId : (userId ?? null),
    action,
    factor: typeof actor === 'string' ? null : factorsOf(actor),
    ip_address: request?.address ?? null,
    user_agent: request?.userAgent ?? null,
    request_id: request?.id ?? null,
    details: JSON.stringify(details),
  })
}

const insertEntry = prepareInsert<Tables, 'audit_log'>('audit_log')

export type AuditQuery = {
  projectId: string
  userId?: string | undefined
  action?: string | undefined
  /** Only these. */
  actions?: readonly string[] | undefined
  /** As the log names them: a user id, `operator:NAME` or `anonymous`. */
  actor?: string | undefined
  since?: number | undefined
  /** Only before this moment. */
  until?: number | undefined
  /** The last entry of the page before. */
  after?: { at: number; auditId: string } | undefined
  limit: number
}

export type StoredAuditEntry = {
  audit_id: string
  at: string
  actor: string
  user_id: string | null
  action: string
  factor: string | null
  ip_address: string | null
  user_agent: string | null
  request_id: string | null
  details: Record<string, unknown>
}

/** The newest entries first. */
export const readAudit = async (
  db: Database,
  { projectId, userId, actor, action, actions, since, until, after, limit }: AuditQuery,
): Promise<StoredAuditEntry[]> => {
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('at', 'desc')
    .orderBy('audit_id', 'desc')
    .limit(limit)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (actions !== undefined) query = query.where('action', 'in', actions)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  if (after !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('at', 'audit_id'), '<', tuple(after.at, after.auditId)),
    )
  }
  const rows = await query.execute()
  return rows.map(({ project_id: _, line: _line, ...row }) => shown(row))
}

const shown = ({ at, details, ...row }: Omit<Selectable<AuditTables['audit_log']>, 'project_id' | 'line'>) => ({
  ...row,
  at: new Date(at).toISOString(),
  details: JSON.parse(details) as Record<string, unknown>,
})

/** Entries that have no line yet, the oldest first, with the project of each. */
export const readEntriesWithoutLine = async (
  tx: Tx,
  limit: number,
): Promise<(StoredAuditEntry & { project_id: string })[]> => {
  const rows = await tx
    .selectFrom('audit_log')
    .selectAll()
    .where('line', 'is', null)
    .orderBy('at')
    .orderBy('audit_id')
    .limit(limit)
    .execute()
  return rows.map(({ project_id, line: _, ...row }) => ({ project_id, ...shown(row) }))
}

/** Notes the number of an entry's line. */
export const noteLine = async (tx: Tx, projectId: string, auditId: string, line: number): Promise<void> => {
  await tx
    .updateTable('audit_log')
    .set({ line })
    .where('project_id', '=', projectId)
    .where('audit_id', '=', auditId)
    .execute()
}

/** Removes entries that are older than we keep them. */
export const sweepAudit = async (db: Database, now: number): Promise<void> => {
  const before = now - providerTables.audit_log.ms
  await deleteOlder(db, 'audit_log', { key: ['project_id', 'audit_id'], age: 'at', before })
}
