import { accountEvents } from '@corroborate/wire/account-events'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { User } from '@corroborate/wire/types'
import { listRememberedDevices } from '../../accounts/remembered-devices/store.ts'
import { holdSession, listSessions } from '../../accounts/sessions/index.ts'
import { requireNothingOwed } from '../../accounts/step-up/require-user-with-recent-factor.ts'
import { tellOwner } from '../../delivery/index.ts'
import { audit, readAudit } from '../../platform/audit/store.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import { answer, answerWithUser, type Route } from '../../sdk/http/index.ts'
import { rememberedDeviceCalls } from './device-calls.ts'
import { createRequireOwner } from './require-owner.ts'
import { accountSessionCalls } from './session-calls.ts'
import { exportedDevice, exportedEvent, exportedSession, shownEvent } from './shown.ts'

/** Period of account activity shown on the account page, in ms, and its maximum number of events. */
const toldFor = 90 * 24 * 60 * 60_000
const mostTold = 50
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
        limit: mostTold,
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
        await tellOwner(core, held.tx, { project, userId, change: 'account-deleted', at: request.now })
        await audit(held.tx, { projectId: project.id, action: 'user.deleted', actor: held.session, request })
        await users.delete(held.tx, project.id, userId)
      })
      return {}
    }),
  ]
}
