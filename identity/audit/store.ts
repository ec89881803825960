import { randomUUID } from 'node:crypto'
import type { Migration } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../database/index.ts'
import type { RequestFacts } from '../http/index.ts'

export type AuditTables = {
  audit_log: {
    project_id: string
    audit_id: string
    at: number
    /** A user id, `operator` for the command line, or `anonymous`. */
    actor: string
    /** The user it was done to; null when it concerns the project. */
    user_id: string | null
    /** `object.verb`, such as `session.issued` or `email.deleted`. */
    action: string
    /** `type/delivery_method` of the factor that proved the actor, or null. */
    factor: string | null
    ip_address: string | null
    user_agent: string | null
    request_id: string | null
    details: string
  }
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
]

export type AuditEntry = {
  projectId: string
  action: string
  actor: string
  userId?: string | null | undefined
  factor?: string | null | undefined
  /** Where it came from; left out for the command line. */
  request?: RequestFacts | undefined
  /** Never a secret, a code or a password; addresses only where the entry is about them. */
  details?: Record<string, unknown>
}

/** Writes who did what to whom, in the transaction that does it: the entry is there exactly when the deed is. */
export const audit = async (
  tx: Tx | Database,
  { projectId, action, actor, userId, factor, request, details = {} }: AuditEntry,
  now = request?.now ?? Date.now(),
): Promise<void> => {
  await tx
    .insertInto('audit_log')
    .values({
      project_id: projectId,
      audit_id: `audit-${randomUUID()}`,
      at: now,
      actor,
      user_id: userId ?? null,
      action,
      factor: factor ?? null,
      ip_address: request?.address ?? null,
      user_agent: request?.userAgent ?? null,
      request_id: request?.id ?? null,
      details: JSON.stringify(details),
    })
    .execute()
}

export type AuditQuery = {
  projectId: string
  userId?: string | undefined
  action?: string | undefined
  since?: number | undefined
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
  { projectId, userId, action, since, limit }: AuditQuery,
): Promise<StoredAuditEntry[]> => {
  let query = db
    .selectFrom('audit_log')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('at', 'desc')
    .orderBy('audit_id')
    .limit(limit)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (since !== undefined) query = query.where('at', '>=', since)
  const rows = await query.execute()
  return rows.map(({ project_id: _, at, details, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    details: JSON.parse(details),
  }))
}
