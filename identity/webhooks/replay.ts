import { enqueueJob } from '@corroborate/server-kit/outbox'
import type { UserEvent } from '@corroborate/wire/types'
import type { Tables, Tx } from '../platform/database/index.ts'
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
