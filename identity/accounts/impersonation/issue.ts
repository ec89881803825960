import { audit } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import { issueToken } from '../one-time-tokens/index.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'impersonation.requested': true
  }
  interface SecretKinds {
    impersonation: true
  }
}

/** Lifetimes of the impersonation token and of the session it opens, in minutes. */
export const impersonationMinutes = { token: 5, session: 60 } as const

type Impersonating = {
  project: Project
  userId: string
  operator: string
  reason: string
  /** The originating request; null on the command line. */
  request?: RequestFacts | null
}

/**
 * Issues a token for one short support session as a user. The requester and the reason are recorded in the audit log and in the session.
 * The session cannot change the user's sign-in methods.
 */
export const issueImpersonation = async (
  tx: Tx,
  { project, userId, operator, reason, request = null }: Impersonating,
  now: number,
): Promise<string> => {
  const token = await issueToken(
    tx,
    {
      projectId: project.id,
      kind: 'impersonation',
      subject: userId,
      userId,
      payload: { operator, reason },
      expiresAt: now + impersonationMinutes.token * 60_000,
    },
    now,
  )
  await audit(tx, {
    projectId: project.id,
    action: 'impersonation.requested',
    actor: `operator:${operator}`,
    userId,
    details: { reason },
    ...(request === null ? { at: now } : { request }),
  })
  return token
}
