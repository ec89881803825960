import type { Tx } from '../../platform/database/index.ts'

/** Whether a session has not been revoked since the call came in. */
export const isLive = async (tx: Tx, projectId: string, sessionId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('sessions')
    .select('session_id')
    .where('project_id', '=', projectId)
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
