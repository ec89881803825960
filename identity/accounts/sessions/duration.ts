import { refuse } from '../../platform/refusal/index.ts'
import type { ProjectConfig } from '../../projects/index.ts'

const minute = 60_000

/**
 * When a session ends that is asked to live `minutes` from now: never after `endsAt`, however often it is extended.
 * @throws Refusal `invalid_session_duration_minutes` above what the project lets one call ask for.
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
