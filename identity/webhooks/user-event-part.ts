import { enqueueJob } from '@corroborate/server-kit/outbox'
import type { UserEvent } from '@corroborate/wire/types'
import { type AccountPart, isActive } from '../accounts/users/index.ts'
import type { Tables, Tx } from '../platform/database/index.ts'
import { findProject } from '../projects/index.ts'
import { findDelivery } from './delivery-store.ts'

/** Calls an application again with an event, under the id that it had. False when no such call is remembered. */
export const replayDelivery = async (tx: Tx, projectId: string, deliveryId: string, now: number): Promise<boolean> => {
  const delivery = await findDelivery(tx, projectId, deliveryId)
  if (delivery === null) return false
  const { userId, type, happenedAt: at } = delivery
  const payload = { projectId, userId, type: type as UserEvent['type'], at, deliveryId }
  await enqueueJob<Tables>(tx, { kind: 'user-event', payload, key: deliveryId }, now)
  return true
}

/** Content of a user event; `at` in epoch ms. */
type UserEventJob = {
  projectId: string
  userId: string
  type: UserEvent['type']
  at: number
  /** Delivery ID of a retried event, which stays the same. */
  deliveryId?: string
}

declare module '../platform/jobs/index.ts' {
  interface JobKinds {
    'user-event': UserEventJob
  }
}

/**
 * Enqueues user events in the transaction of the change, so that both commit or neither. Users who never signed in are unknown to
 * applications and cause no events.
 */
export const userEventPart = (now: () => number): Pick<AccountPart, 'wipeUnproved' | 'deleteUser'> => {
  const tell = async (tx: Tx, event: UserEventJob): Promise<void> => {
    if (!(await isActive(tx, event.projectId, event.userId))) return
    const project = await findProject(tx, event.projectId)
    if (project?.userEventsUrl == null) return
    await enqueueJob<Tables>(tx, { kind: 'user-event', payload: event }, now())
  }
  return {
    wipeUnproved: (tx, { projectId, userId, now: at }) => tell(tx, { projectId, userId, type: 'user.wiped', at }),
    deleteUser: (tx, projectId, userId) => tell(tx, { projectId, userId, type: 'user.deleted', at: now() }),
  }
}
