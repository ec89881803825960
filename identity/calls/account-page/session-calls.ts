import { endpoints } from '@corroborate/wire/endpoints.schema'
import { holdSession, listSessions, revokeSessions } from '../../accounts/sessions/index.ts'
import { requireNothingOwed } from '../../accounts/step-up/require-user-with-recent-factor.ts'
import { audit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, answerWithUser, type Route } from '../../sdk/http/index.ts'
import { createRequireOwner } from './require-owner.ts'
import { shownSession } from './shown.ts'

/** Endpoints to list and revoke the user's sessions. */
export const accountSessionCalls = (core: Core): readonly Route[] => {
  const { db, guard } = core
  const requireOwner = createRequireOwner(core)

  return [
    answerWithUser(endpoints.account.sessions, async ({ project, session, user, request }) => {
      requireNothingOwed({ session, user })
      await guard.project('accountReadPerAccount', project, session.userId)
      const sessions = await listSessions(db, project.id, session.userId, request.now)
      return { sessions: sessions.map(one => shownSession(one, session.id)) }
    }),

    answer(endpoints.account.endSession, async call => {
      const { project, params, session, request } = call
      if (params.id === session.id) refuse('session_is_current')
      await holdSession(db, call, async held => {
        await requireOwner(held)
        const { tx, userId } = held
        const live = await listSessions(tx, project.id, userId, request.now)
        if (live.every(({ id }) => id !== params.id)) refuse('other_session_not_found')
        await revokeSessions(tx, project.id, { sessionId: params.id }, request.now)
        await audit(held.tx, {
          projectId: project.id,
          action: 'session.ended',
          actor: held.session,
          request,
          details: { session_id: params.id },
        })
      })
      return {}
    }),

    answer(endpoints.account.endOtherSessions, async call => {
      const { project, session, request } = call
      const ended = await holdSession(db, call, async held => {
        await requireOwner(held)
        const { tx, userId } = held
        // Counted before the revocation, which also ends expired sessions that were no longer in use.
        const live = await listSessions(tx, project.id, userId, request.now)
        const count = live.length - 1
        await revokeSessions(tx, project.id, { userId, except: session.id }, request.now)
        await audit(tx, {
          projectId: project.id,
          action: 'sessions.others_ended',
          actor: held.session,
          request,
          details: { sessions_revoked: count },
        })
        return count
      })
      return { ended }
    }),
  ]
}
