import { messageOf } from '@corroborate/server-kit/error-message'
import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { GiveUp, type JobInfo } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import { isLoopbackName } from '@corroborate/server-kit/this-machine'
import { signWebhook, webhookKeyOf } from '@corroborate/server-kit/webhooks'
import type { UserEvent } from '@corroborate/wire/types'
import type { Jobs } from '../platform/jobs/index.ts'
import { isPrivateLiteral } from '../platform/outside/addresses.ts'
import { type BoundedFetch, createBoundedFetch } from '../platform/outside/bounded-fetch.ts'
import { findProject } from '../projects/index.ts'
import type { Core } from '../sdk/core/create-core.ts'
import { type DeliveryState, noteAttempt } from './delivery-store.ts'

type Trusted = Pick<Settings, 'site' | 'webhookPrivateOrigins'>

/** Returns the origin of a webhook that is exempt from the address check: the site's own, or one allowed in the settings. */
const trustedOrigin = ({ site, webhookPrivateOrigins }: Trusted, url: string): string | null => {
  const { origin } = new URL(url)
  return origin === site.origin || webhookPrivateOrigins.includes(origin) ? origin : null
}

/** The reason why a project may not have this webhook; null when it may. Names are looked up when they are called. */
export const webhookProblem = (settings: Trusted, url: string): string | null => {
  if (trustedOrigin(settings, url) !== null) return null
  const target = new URL(url)
  const isPrivate = isLoopbackName(target.hostname) || isPrivateLiteral(target) || target.protocol !== 'https:'
  return isPrivate
    ? `must be a public https address; WEBHOOK_PRIVATE_ORIGINS on the server may allow ${target.origin}`
    : null
}

/** Response timeout of an application, in ms. */
const patience = 10_000
/** After so many attempts, an hour and more, the next ones come by the hour. */
const quickAttempts = 11
const hour = 60 * 60_000
/** Maximum retry period in ms. After it, the event stays in the outbox for the operator. */
const longestTelling = 14 * 24 * hour

/** Delivers a user event to an application in a signed request, until it is acknowledged. */
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

/** Returns null on success, otherwise the error. A redirect is an error, since the URL was configured explicitly. */
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
