import { accountEvents } from '@corroborate/wire/account-events'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import {
  deleteRememberedDevices,
  findBySecret,
  listRememberedDevices,
  secretInCookies,
} from '../../accounts/remembered-devices/store.ts'
import { holdSession, type LockedSession, listSessions, revokeSessions } from '../../accounts/sessions/index.ts'
import { requireRecentFactor } from '../../accounts/step-up/require-recent-factor.ts'
import { requireNothingOwed } from '../../accounts/step-up/require-user-with-recent-factor.ts'
import { notifyOwner } from '../../delivery/index.ts'
import { audit, readAudit } from '../../platform/audit/store.ts'
import { refuse } from '../../platform/refusal/refusal.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { answer, answerWithUser, type Route } from '../../sdk/http/index.ts'
import { exportedDevice, exportedEvent, exportedSession, shownDevice, shownEvent, shownSession } from './shown.ts'

/** Changes that only the owner may make ask for a recent proof, as those of factors do (ASVS 5.0 §7.5.1, §7.5.2). */
const createRequireOwner =
  ({ users }: Pick<Core, 'users'>) =>
  async ({ tx, project, session, userId, request: { now } }: LockedSession): Promise<void> => {
    const user = (await users.read(tx, project.id, userId, now)) ?? refuse('session_not_found')
    requireRecentFactor({ project, session, user, now })
  }

/** Endpoints for the user's remembered devices. */
const rememberedDeviceCalls = (core: Core): readonly Route[] => {
  const { db, guard } = core
  const requireOwner = createRequireOwner(core)

  return [
    answerWithUser(endpoints.account.devices, async ({ project, session, user, request }) => {
      requireNothingOwed({ session, user })
      const { userId } = session
      await guard.project('accountReadPerAccount', project, userId)
      const secret = secretInCookies(request.cookies, userId, core.origin.startsWith('https:'))
      const asked = { userId, secret: secret ?? '', now: request.now }
      const [devices, current] = await Promise.all([
        listRememberedDevices(db, project.id, userId, request.now),
        secret === null ? null : findBySecret(db, project.id, asked),
      ])
      return { devices: devices.map(one => shownDevice(one, current)) }
    }),

    answer(endpoints.account.forgetDevice, async call => {
      const { project, params, request } = call
      await holdSession(db, call, async held => {
        await requireOwner(held)
        const { tx, session, userId } = held
        const forgotten = await deleteRememberedDevices(tx, project.id, { userId, deviceId: params.id })
        if (forgotten === 0) refuse('remembered_device_not_found')
        const details = { device_id: params.id }
        await audit(tx, { projectId: project.id, action: 'device.forgotten', actor: session, request, details })
      })
      return {}
    }),
  ]
}

/** Endpoints to list and revoke the user's sessions. */
const accountSessionCalls = (core: Core): readonly Route[] => {
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

/** Period of account activity shown on the account page, in ms, and its maximum number of events. */
const toldFor = 90 * 24 * 60 * 60_000
const mostListedEvidence = 50
/** Maximum number of events in a personal data export. */
const mostExported = 5_000

/** All that is kept of an account, in the form in which its person gets it. */
export const exportAccount = async ({ db }: Pick<Core, 'db'>, project: Project, user: User, now: number) => {
  const userId = user.user_id
  const [sessions, devices, events] = await Promise.all([
    listSessions(db, project.id, userId, now),
    listRememberedDevices(db, project.id, userId, now),
    readAudit(db, { projectId: project.id, userId, limit: mostExported }),
  ])
  return {
    made_at: new Date(now).toISOString(),
    user,
    sessions: sessions.map(exportedSession),
    remembered_devices: devices.map(exportedDevice),
    events: events.map(exportedEvent),
  }
}

/**
 * Endpoints of the account page beyond the published contract: active sessions, account activity, data export and account deletion. Every
 * query is scoped to the session's user; IDs of others match nothing.
 */
export const accountPageCalls = (core: Core): readonly Route[] => {
  const { db, guard, users } = core

  const requireOwner = createRequireOwner(core)

  return [
    ...accountSessionCalls(core),
    ...rememberedDeviceCalls(core),

    answerWithUser(endpoints.account.events, async ({ project, session, user, request }) => {
      requireNothingOwed({ session, user })
      await guard.project('accountReadPerAccount', project, session.userId)
      const entries = await readAudit(db, {
        projectId: project.id,
        userId: session.userId,
        actions: accountEvents,
        since: request.now - toldFor,
        limit: mostListedEvidence,
      })
      return { events: entries.map(shownEvent) }
    }),

    answerWithUser(endpoints.account.export, async ({ project, session, user, request }) => {
      requireNothingOwed({ session, user })
      const { userId } = session
      await guard.project('exportPerAccount', project, userId)
      return { account: await exportAccount(core, project, user, request.now) }
    }),

    answer(endpoints.account.delete, async call => {
      const { project, session, request } = call
      const { userId } = session
      await guard.address('deletePerAddress', request)
      await holdSession(db, call, async held => {
        await requireOwner(held)
        // Queues the notification before the addresses are deleted.
        await notifyOwner(core, held.tx, { project, userId, change: 'account-deleted', at: request.now })
        await audit(held.tx, { projectId: project.id, action: 'user.deleted', actor: held.session, request })
        await users.delete(held.tx, project.id, userId)
      })
      return {}
    }),
  ]
}
