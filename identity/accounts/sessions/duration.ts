import { refuse } from '../../platform/refusal/index.ts'
import type { ProjectConfig } from '../../projects/index.ts'

const minute = 60_000

/**
 * Computes the expiry of a session requested for `minutes` from now. It never exceeds `endsAt`, however often the session is extended.
 * @throws Refusal `invalid_session_duration_minutes` above the project's limit per request.
 */
export const expiryOf = (
  { sessions }: Pick<ProjectConfig, 'sessions'>,
  minutes: number,
  endsAt: number,
  now: number,
): number => {
  if (minutes > sessions.maximumMinutes) {
    refuse('invalid_session_duration_minutes', {
      message: `The session duration must be at most ${sessions.maximumMinutes} minutes.`,
    })
  }
  return Math.min(now + minutes * minute, endsAt)
}

/** The moment no extension goes past, for a session that begins now. */
export const endOf = ({ sessions }: Pick<ProjectConfig, 'sessions'>, now: number): number =>
  now + sessions.absoluteMinutes * minute
