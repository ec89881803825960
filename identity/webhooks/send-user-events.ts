import { messageOf } from '@corroborate/server-kit/error-message'
import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { GiveUp, type JobInfo } from '@corroborate/server-kit/outbox'
import { signWebhook, webhookKeyOf } from '@corroborate/server-kit/webhooks'
import type { UserEvent } from '@corroborate/wire/types'
import type { Jobs } from '../platform/jobs/index.ts'
import { type BoundedFetch, createBoundedFetch } from '../platform/outside/index.ts'
import { findProject } from '../projects/index.ts'
import type { Core } from '../sdk/core/index.ts'
import { type DeliveryState, noteAttempt } from './delivery-store.ts'
import { trustedOrigin } from './webhook-target.ts'

/** How long an application has for its answer, in ms. */
const patience = 10_000
/** After so many attempts, an hour and more, the next ones come by the hour. */
const quickAttempts = 11
const hour = 60 * 60_000
/** An application that has been away for so long is told no more: its operator finds what is left in the outbox. */
const longestTelling = 14 * 24 * hour

/** Tells an application what became of a user, in a signed call, until it answers that it has heard. */
export const sendUserEvents =
  ({ db, outbox, settings, now, logger }: Core) =>
  async (payload: Jobs['user-event'], { id, attempt, signal }: JobInfo): Promise<void> => {
    const { projectId, userId, type, at } = payload
    const project = await findProject(db, projectId)
    const url = project?.userEventsUrl
    if (project == null || url == null) return
    const event: UserEvent = { type, timestamp: new Date(at).toISOString(), data: { user_id: userId } }
    const body = JSON.stringify(event)
    const [secret = ''] = openCallerSecrets(settings)
    const key = webhookKeyOf(secret, project.publicToken)
    // The same in every attempt, also by the hour and when it is sent again: an application hears it once.
    const deliveryId = payload.deliveryId ?? id
    const send = createBoundedFetch({ base: trustedOrigin(settings, url), patience })
    const failure = await attemptTo(send, url, {
      headers: { 'Content-Type': 'application/json', ...signWebhook(key, { id: deliveryId, body }, Date.now()) },
      body,
      signal,
    })
    const isLast = now() - at > longestTelling
    const state: DeliveryState = failure === null ? 'heard' : isLast ? 'given_up' : 'waiting'
    await noteAttempt(db, projectId, {
      ...{
        deliveryId,
        type,
        userId,
        happenedAt: at,
        url,
        state,
        answer: failure ?? 'It has heard.',
        attemptedAt: now(),
      },
    })
    if (failure === null) return
    if (isLast) throw new GiveUp(failure)
    if (attempt < quickAttempts) throw new Error(failure)
    logger.warn({ project: projectId, reason: failure }, 'an application could not be told what became of a user')
    await outbox.enqueue(db, { kind: 'user-event', payload: { ...payload, deliveryId }, delay: hour })
  }

/** Null when the application has heard; else what is wrong. A redirect is no answer: the address is one that was set. */
const attemptTo = async (
  send: BoundedFetch,
  url: string,
  init: NonNullable<Parameters<BoundedFetch>[1]>,
): Promise<string | null> => {
  try {
    const answer = await send(url, { method: 'POST', ...init })
    return answer.ok ? null : `${new URL(url).origin} answered ${answer.status}.`
  } catch (error) {
    return `${new URL(url).origin} did not answer: ${messageOf(error)}`
  }
}
