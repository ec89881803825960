import { pageSettings } from '../browser/index.ts'
import type { AnalyticsEvent, AnalyticsEvents, Profile } from './events.ts'

type Queue = typeof import('./queue.ts')

/** The reporter, fetched when there is something to report and somewhere to report it to. */
const queue = async (): Promise<Queue | null> => {
  const { analytics } = pageSettings()
  if (analytics === null || analytics === undefined || wantsPrivacy()) return null
  return import('./queue.ts').catch(() => null)
}

/** Global Privacy Control: the reader has opted out of analytics. */
const wantsPrivacy = (): boolean => Reflect.get(navigator, 'globalPrivacyControl') === true

/** Reports an event. Never throws, and does not wait for delivery. Await it before leaving the page to ensure that the event is queued. */
export const track = async <E extends AnalyticsEvent>(event: E, properties: AnalyticsEvents[E]): Promise<void> => {
  ;(await queue())?.add({ type: 'track', event, properties } as never)
}

/** Identifies the user for subsequent events. */
export const identify = async (userId: string, traits: Profile): Promise<void> => {
  const { identifyAs = null, add } = (await queue()) ?? {}
  identifyAs?.(userId)
  add?.({ type: 'identify', traits })
}
