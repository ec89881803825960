import type { HeldSession } from '../../accounts/sessions/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { type AuditAction, audit } from '../../platform/audit/index.ts'
import type { AccountChange } from '../../platform/names/index.ts'
import type { Core } from '../../sdk/core/index.ts'

type Told = { action: AuditAction; change: AccountChange; totpId: string }

/** Writes a change of an authenticator app into the audit log and notifies the account owner by mail. */
export const tellChange = async (
  core: Core,
  { tx, project, session, request }: HeldSession,
  { action, change, totpId }: Told,
): Promise<void> => {
  await audit(tx, { projectId: project.id, action, actor: session, request, details: { totp_id: totpId } })
  await tellOwner(core, tx, { project, userId: session.userId, change, at: request.now })
}
