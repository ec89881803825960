import { runTransaction } from '@corroborate/server-kit/database'
import { messageOf } from '@corroborate/server-kit/error-message'
import { enqueueJob, GiveUp, type JobInfo } from '@corroborate/server-kit/outbox'
import { findSessionById } from '../../accounts/sessions/index.ts'
import type { Tables, Tx } from '../../platform/database/index.ts'
import type { JobKinds, Jobs } from '../../platform/jobs/index.ts'
import { findProject } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Providers } from '../provider/index.ts'
import {
  authorizationsOf,
  authorizationsOfUser,
  deleteAuthorizations,
  findClient,
  revokeGrantsOf,
} from '../store/index.ts'

/** Maximum number of back-channel logout attempts, over several hours. */
const mostAttempts = 12

/** Library member missing from its published types. */
type LogoutReceiver = { backchannelLogout: (sub: string, sid: string) => Promise<unknown> }

declare module '../../platform/jobs/index.ts' {
  interface JobKinds {
    'backchannel-logout': { projectId: string; clientId: string; userId: string; sid: string }
  }
}

/**
 * Enqueues the notification of an application about a session's end, if it supports that, in the transaction that ends the session. The
 * metadata of self-described applications is read by the job.
 */
export const notifyOfSessionEnd = async (tx: Tx, ended: JobKinds['backchannel-logout'], now: number): Promise<void> => {
  const known = await findClient(tx, ended.projectId, ended.clientId)
  if (known !== null && known.backchannelLogoutUrl === null) return
  await enqueueJob<Tables>(tx, { kind: 'backchannel-logout', payload: ended }, now)
}

/** Jobs that notify applications when sessions end. */
export const sessionEndJobs = (core: Core, providers: Providers) => ({
  /** Notifies each application that the session signed in to, with one request each. */
  'session-ended': async ({ projectId, sessionId, userId }: Jobs['session-ended']): Promise<void> => {
    await runTransaction(core.db, async tx => {
      for (const { clientId, sid } of await authorizationsOf(tx, projectId, sessionId)) {
        await notifyOfSessionEnd(tx, { projectId, clientId, userId, sid }, core.now())
      }
      await deleteAuthorizations(tx, projectId, { sessionId })
    })
  },

  /** An attacker may have had access: revokes application tokens issued in ended sessions, which would otherwise outlive them. */
  'sessions-revoked': async ({ projectId, userId }: Jobs['sessions-revoked']): Promise<void> => {
    await runTransaction(core.db, async tx => {
      const kept: string[] = []
      for (const { sessionId, grantId } of await authorizationsOfUser(tx, projectId, userId)) {
        if ((await findSessionById(tx, projectId, sessionId, core.now())) !== null) kept.push(grantId)
      }
      await revokeGrantsOf(tx, projectId, { userId, except: kept })
    })
  },

  /** OpenID Connect Back-Channel Logout 1.0. */
  'backchannel-logout': async (
    { projectId, clientId, userId, sid }: Jobs['backchannel-logout'],
    { attempt }: JobInfo,
  ): Promise<void> => {
    const project = await findProject(core.db, projectId)
    if (project === null) return
    const client = await (await providers.of(project)).Client.find(clientId)
    if (client?.backchannelLogoutUri === undefined) return
    try {
      await (client as unknown as LogoutReceiver).backchannelLogout(userId, sid)
    } catch (error) {
      const reason = messageOf(error)
      if (attempt >= mostAttempts) throw new GiveUp(reason)
      throw error
    }
  },
})
