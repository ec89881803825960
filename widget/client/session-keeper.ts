import { unrecoverableErrorTypes } from '@corroborate/wire/errors'
import { sessions } from '@corroborate/wire/sessions'
import { hasSession, withoutUserCopy } from './core.ts'
import type { Emitter } from './emitter.ts'
import type { Environment } from './environment.ts'
import { ApiError, NoSessionError } from './errors.ts'
import { createRefreshSchedule, type RefreshOutcome } from './refresh-schedule.ts'
import type { Request } from './request.ts'
import type { SessionStore } from './session-store.ts'
import type { Answer, SessionDuration } from './types.ts'

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
