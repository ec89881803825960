import { endpoints } from '@corroborate/wire/endpoints.schema'
import { extendSession, holdUser, revokeSessions } from '../../accounts/sessions/index.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, answerWithUser, type Route } from '../../sdk/http/index.ts'

/** Extends and revokes sessions. */
export const sessionCalls = ({ db, sessions }: Core): readonly Route[] => [
  answerWithUser(endpoints.sessions.authenticate, async call => {
    const {
      project,
      session,
      sessionToken,
      user,
      body,
      request: { now },
    } = call
    const minutes = body.session_duration_minutes
    const current = minutes === undefined ? session : await extendSession(db, project, session, minutes, now)
    if (current === null) refuse('session_not_found')
    if (minutes === undefined) sessions.noteAccess(project, session, now)
    return sessions.signedIn(project, { session: current, token: sessionToken }, now, user)
  }),

  answer(endpoints.sessions.revoke, async ({ project, session, request }) => {
    // Locks the user, so that a concurrent proof does not continue with the revoked session.
    await holdUser(db, { project, session, request }, session.userId, async ({ tx }) => {
      await revokeSessions(tx, project.id, { sessionId: session.id }, request.now)
      await audit(tx, {
        projectId: project.id,
        action: 'session.revoked',
        actor: session,
        request,
        details: { session_id: session.id },
      })
    })
    return {}
  }),
]
