import { hostname, userInfo } from 'node:os'
import process from 'node:process'
import type { AdministratorRole } from '../../administrators/store.ts'
import { type AuditAction, audit } from '../../platform/audit/store.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
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

/** The operator who runs a command. */
export type Operator = {
  /** At the command line the account on this machine, and the machine; in the console the address of an administrator. */
  name: string
  /** At the command line, which can do everything, `owner`. */
  role: AdministratorRole
  /** Reason for the action; null if none was requested. */
  reason: string | null
  /** The request that it came with; null at the command line. */
  request: RequestFacts | null
}

/** The person at the command line of this machine. */
export const operatorHere = (): Operator => ({ name: nameHere(), role: 'owner', reason: null, request: null })

const nameHere = (): string => {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    // In a container, a user id may have no name.
    return `uid-${process.getuid?.() ?? 'unknown'}@${hostname()}`
  }
}

/** The operator as the actor of an audit entry. */
export const actorOf = ({ name }: Operator): string => `operator:${name}`

/** Builds the audit log entry for an operator's action on a project or user, with its reason. */
export const noteOf = (
  operator: Operator,
  db: Tx | Database,
  { id: projectId }: Pick<Project, 'id'>,
  action: AuditAction,
  { userId, details = {} }: { userId?: string; details?: Record<string, unknown> } = {},
): Promise<void> => {
  const { reason, request } = operator
  const entry = {
    projectId,
    action,
    actor: actorOf(operator),
    userId,
    details: reason === null ? details : { ...details, reason },
  }
  return audit(db, request === null ? { ...entry, at: Date.now() } : { ...entry, request })
}
