import type { Limits } from '@corroborate/server-kit/limits'

/** API rate limits by client address. */
export const apiLimits = {
  /** One paper, report, range or page of events. */
  apiRead: { points: 600, perSeconds: 60 },
  /** Searches: each reads the whole index, and may ask outside. */
  apiSearch: { points: 60, perSeconds: 60 },
  /** Papers of batches, a thousand of which cost a quarter of a second. */
  apiBatch: { points: 20_000, perSeconds: 60 },
  /** Bibliographies that are checked, each as work for a second. */
  apiCheck: { points: 60, perSeconds: 10 * 60 },
} as const

type Name = keyof typeof apiLimits

/** The limits of the API as other features get them: its own feature brings them. */
export type WithApiLimits = { limits: Pick<Limits<Name>, 'take'> }

/** Returns a limit with its name, for responses and documentation. */
export const apiLimit = <const N extends Name>(name: N) => ({ name, ...apiLimits[name] })
