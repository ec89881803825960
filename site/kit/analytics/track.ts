import { pageSettings } from '../browser/index.ts'
import type { AnalyticsEvent, AnalyticsEvents, Profile } from './events.ts'

type Queue = typeof import('./queue.ts')

/** The reporter, fetched when there is something to report and somewhere to report it to. */
const queue = async (): Promise<Queue | null> => {
  const { analytics } = pageSettings()
  if (analytics === null || analytics === undefined || wantsPrivacy()) return null
  return import('./queue.ts').catch(() => null)
}

/** Global Privacy Control: the reader has asked not to be reported. */
const wantsPrivacy = (): boolean => Reflect.get(navigator, 'globalPrivacyControl') === true

/**
 * Reports that something happened. Never throws, and nothing waits for the report to arrive; a person who is about to leave the
 * page awaits that it has been taken.
 */
export const track = async <E extends AnalyticsEvent>(event: E, properties: AnalyticsEvents[E]): Promise<void> => {
  ;(await queue())?.add({ type: 'track', event, properties } as never)
}

/** Reports who somebody is from now on. */
export const identify = async (userId: string, traits: Profile): Promise<void> => {
  const { identifyAs = null, add } = (await queue()) ?? {}
  identifyAs?.(userId)
  add?.({ type: 'identify', traits })
}
