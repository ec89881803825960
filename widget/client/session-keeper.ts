import { unrecoverableErrorTypes } from '@corroborate/wire/errors'
import { refreshBackoff, sessionRefreshMs } from '@corroborate/wire/limits'
import { sessions } from '@corroborate/wire/sessions'
import { hasSession, withoutUserCopy } from './core.ts'
import type { Emitter, Environment } from './environment.ts'
import { ApiError, NoSessionError } from './errors.ts'
import type { Request } from './request.ts'
import type { SessionStore } from './session-store.ts'
import type { Answer, SessionDuration, Unsubscribe } from './types.ts'

/** Outcome of a refresh: the session is confirmed, has ended, or the provider was unavailable. */
type RefreshOutcome = 'alive' | 'gone' | 'unknown'

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
const createRefreshSchedule = (
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

export type SessionKeeper = {
  /** Confirms the session at the provider, even if it changes meanwhile. @throws NoSessionError if it has ended */
  refresh: (options?: Partial<SessionDuration>) => Promise<Answer<typeof sessions.authenticate>>
  /** Does the same in the background, now. */
  refreshSoon: () => void
  /** Call it after a sign-in. */
  begin: () => void
  /** Clears the local session. */
  end: () => void
  stop: () => void
}

type Needs = { request: Request; store: SessionStore; environment: Environment; emit: Emitter['emit'] }

/** True if the error means that the session has ended rather than another failure. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && unrecoverableErrorTypes.some(type => type === error.error_type)

/** True if the project limits sessions that lack the second factor, and this is one. */
const isPending = (error: unknown): boolean => error instanceof ApiError && error.error_type === 'insufficient_factors'

/** Keeps the session up to date: refreshes it at the provider, and follows changes by other tabs. */
export const createSessionKeeper = ({ request, store, environment, emit }: Needs): SessionKeeper => {
  const refresh: SessionKeeper['refresh'] = async (options = {}) => {
    for (;;) {
      const asked = store.version()
      const [data, error] = await request(sessions.authenticate, { body: options }).then(
        found => [found] as const,
        (problem: unknown) => [undefined, problem] as const,
      )
      catchUp()
      if (store.version() !== asked) {
        // The response is for a session that is not current any more.
        if (store.hasSession()) continue
        throw error ?? new NoSessionError()
      }
      if (data === undefined) {
        if (endsSession(error)) end()
        if (isPending(error)) store.setPending()
        throw error
      }
      const { answer } = withoutUserCopy<typeof sessions.authenticate>(data)
      if (hasSession(answer)) {
        store.signIn(answer)
        schedule.confirmed()
      }
      return answer
    }
  }

  const refreshQuietly = async (): Promise<RefreshOutcome> => {
    try {
      await refresh()
      return store.hasSession() ? 'alive' : 'gone'
    } catch (error) {
      if (endsSession(error) || error instanceof NoSessionError) return 'gone'
      if (isPending(error)) return 'alive'
      emit('error', error instanceof Error ? error : new Error(String(error)))
      return 'unknown'
    }
  }

  // Runs before the schedule's listeners: a page that becomes visible first reads other tabs' changes, and may then need no refresh.
  const stopListening = [
    environment.listen('storage', change => {
      catchUp()
      // A confirmation stored just after another tab signed out would undo that in all tabs.
      if (store.isEndedBy(change)) end()
    }),
    environment.listen('visible', () => catchUp()),
  ]
  const schedule = createRefreshSchedule(environment, refreshQuietly)

  const end = (): void => {
    store.clear()
    schedule.rest()
  }

  const catchUp = (): void => {
    if (!store.catchUp()) return
    if (store.hasSession()) schedule.confirmed()
    else schedule.rest()
  }

  return {
    refresh,
    refreshSoon: schedule.now,
    begin: schedule.confirmed,
    end,
    stop: () => {
      schedule.stop()
      for (const stop of stopListening) stop()
    },
  }
}
