import { hostname, userInfo } from 'node:os'
import process from 'node:process'
import { type AuditAction, audit } from '../../platform/audit/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'app.secret_rotated': true
    'keys.rotated': true
    'outbox.retried': true
    'project.created': true
    'project.changed': true
    'project.captcha_set': true
    'project.captcha_removed': true
    'project.provider_set': true
    'project.provider_removed': true
  }
}

/** The name that the audit log gives to an operator at the command line: the account on this machine, and the machine. */
export const operatorHere = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    // In a container, a user id may have no name.
    return `uid-${process.getuid?.() ?? 'unknown'}@${hostname()}`
  }
}

/** The same as the actor of an audit entry. */
export const actorHere = (): string => `operator:${operatorHere()}`

/** Writes to the audit log what the operator does to a project, or to one of its users. */
export const auditHere = (
  db: Tx | Database,
  { id: projectId }: Project,
  action: AuditAction,
  about: { userId?: string; details?: Record<string, unknown> },
): Promise<void> => audit(db, { projectId, action, actor: actorHere(), at: Date.now(), ...about })
