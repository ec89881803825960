import { accountEvents } from '@corroborate/wire/account-events'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { type HeldSession, holdSession, listSessions, revokeSessions } from '../../accounts/sessions/index.ts'
import { requireRecentFactor } from '../../accounts/step-up/index.ts'
import { tellOwner } from '../../delivery/index.ts'
import { audit, readAudit } from '../../platform/audit/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { exportedEvent, exportedSession, shownEvent, shownSession } from './shown.ts'

/** How far back the account page tells what happened, in ms, and of how many events at most. */
const toldFor = 90 * 24 * 60 * 60_000
const mostTold = 50
/** The most events in somebody's own copy. */
const mostExported = 5_000

/**
 * What the account page needs beyond the published contract: where somebody is signed in, what happened to their account,
 * all that is kept of it, and its end. Every query names the session's own user: ids of other people find nothing.
 */
export const accountPageCalls = (core: Core): readonly Route[] => {
  const { db, guard, users } = core

  /** Changes that only the owner may make ask for a recent proof, as those of factors do (ASVS 5.0 §7.5.1, §7.5.2). */
  const requireOwner = async ({ tx, project, session, userId, request: { now } }: HeldSession): Promise<void> => {
    const user = (await users.read(tx, project.id, userId, now)) ?? refuse('session_not_found')
    requireRecentFactor({ project, session, user, now })
  }

  return [
    answer(endpoints.account.sessions, async ({ project, session, request }) => {
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
        // Counted before: those that have expired are ended too, and nobody was in them.
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

    answer(endpoints.account.events, async ({ project, session, request }) => {
      await guard.project('accountReadPerAccount', project, session.userId)
      const entries = await readAudit(db, {
        projectId: project.id,
        userId: session.userId,
        actions: accountEvents,
        since: request.now - toldFor,
        limit: mostTold,
      })
      return { events: entries.map(shownEvent) }
    }),

    answer(endpoints.account.export, async ({ project, session, request }) => {
      const { userId } = session
      await guard.project('exportPerAccount', project, userId)
      const [user, sessions, events] = await Promise.all([
        core.sessions.userOf(project, userId, request.now),
        listSessions(db, project.id, userId, request.now),
        readAudit(db, { projectId: project.id, userId, limit: mostExported }),
      ])
      const made_at = new Date(request.now).toISOString()
      return { account: { made_at, user, sessions: sessions.map(exportedSession), events: events.map(exportedEvent) } }
    }),

    answer(endpoints.account.delete, async call => {
      const { project, session, request } = call
      const { userId } = session
      await guard.address('deletePerAddress', request)
      await holdSession(db, call, async held => {
        await requireOwner(held)
        // Told before the addresses are gone.
        await tellOwner(core, held.tx, { project, userId, change: 'account-deleted', at: request.now })
        await audit(held.tx, { projectId: project.id, action: 'user.deleted', actor: held.session, request })
        await users.delete(held.tx, project.id, userId)
      })
      return {}
    }),
  ]
}
