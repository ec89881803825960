import { refreshBackoff, sessionRefreshMs } from '@corroborate/wire/limits'
import type { Environment } from './environment.ts'
import type { Unsubscribe } from './types.ts'

/** Outcome of a refresh: the session is confirmed, has ended, or the provider was unavailable. */
export type RefreshOutcome = 'alive' | 'gone' | 'unknown'

export type RefreshSchedule = {
  /** The provider has just confirmed the session: the next refresh is a whole period away. */
  confirmed: () => void
  /** Refreshes at once, unless a refresh is under way. */
  now: () => void
  /** There is no session: stops refreshing. */
  rest: () => void
  /** Stops refreshing, for good. */
  stop: () => void
}

/** Milliseconds until the next try after so many failures in a row, counted from 1. */
export const retryDelay = (failures: number, random: number): number =>
  refreshBackoff.baseMs * 2 ** Math.min(failures, refreshBackoff.maxExponent) +
  Math.round((random * 2 - 1) * refreshBackoff.jitterMs)

/**
 * Schedules session refreshes: every three minutes, with unlimited backoff on failure, and at once when the network returns or the page
 * becomes visible with a refresh overdue.
 */
export const createRefreshSchedule = (
  { now, after, random, listen }: Pick<Environment, 'now' | 'after' | 'random' | 'listen'>,
  refresh: () => Promise<RefreshOutcome>,
): RefreshSchedule => {
  let failures = 0
  let due = Number.POSITIVE_INFINITY
  let isRunning = false
  let isStopped = false
  let cancel: Unsubscribe = () => {}

  const wait = (milliseconds: number): void => {
    cancel()
    if (isStopped) return
    due = now() + milliseconds
    cancel = after(milliseconds, () => void run())
  }

  const rest = (): void => {
    cancel()
    failures = 0
    due = Number.POSITIVE_INFINITY
  }

  const confirmed = (): void => {
    failures = 0
    wait(sessionRefreshMs)
  }

  const run = async (): Promise<void> => {
    if (isRunning || isStopped) return
    isRunning = true
    cancel()
    const outcome = await refresh()
    isRunning = false
    if (outcome === 'gone') rest()
    else if (outcome === 'alive') confirmed()
    else wait(retryDelay(++failures, random()))
  }

  const isLate = () => due <= now()
  const stopListening = [
    listen('visible', () => void (isLate() && run())),
    listen('online', () => void ((isLate() || failures > 0) && run())),
  ]

  return {
    confirmed,
    now: () => void run(),
    rest,
    stop: () => {
      rest()
      isStopped = true
      for (const stop of stopListening) stop()
    },
  }
}
