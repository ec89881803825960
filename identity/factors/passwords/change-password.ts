import { type LiveSession, revokeSessions } from '../../accounts/sessions/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { findPassword, setPassword } from './password-store.ts'

type Change = {
  project: Project
  request: RequestFacts
  userId: string
  /** The new password, hashed. */
  hash: string
  /** The session the call came with: it stays when it is this user's. */
  session: LiveSession | null
  by: 'email' | 'existing_password' | 'session'
}

/**
 * Gives a user another password: every other session ends, the change is written down, and its owner hears of it by mail.
 * Call it with the user's row held (`lockUser`).
 */
export const changePassword = async (
  core: Pick<Core, 'outbox'>,
  tx: Tx,
  { project, request, userId, hash, session, by }: Change,
): Promise<void> => {
  const had = await findPassword(tx, project.id, userId)
  await setPassword(tx, project, userId, { scheme: 'argon2', hash }, request.now)
  const except = session?.userId === userId ? session.id : undefined
  const revoked = await revokeSessions(tx, project.id, { userId, except }, request.now)
  await audit(tx, {
    projectId: project.id,
    action: had === null ? 'password.created' : 'password.changed',
    actor: except === undefined || session === null ? userId : session,
    userId,
    request,
    details: { by, sessions_revoked: revoked },
  })
  const change = had === null ? 'password-set' : 'password-changed'
  await tellOwner(core, tx, { project, userId, change, at: request.now })
}
