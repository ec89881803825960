/** Period after a refresh token was spent in which the same request may be retried, in ms. */
export const repeatGrace = 10_000

/** Time at which a record was spent, and the request that spent it. */
export type Spent = { consumed_at: number | null; consumed_by: string | null }

/**
 * True if a request is a retry of the one that spent the record, within the grace period. `request` is null where retries are not allowed,
 * such as for codes. Pure.
 */
export const isRepeat = ({ consumed_at, consumed_by }: Spent, request: string | null, now: number): boolean =>
  consumed_at !== null && request !== null && consumed_by === request && now - consumed_at < repeatGrace
