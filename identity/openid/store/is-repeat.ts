/** How long after it was spent a refresh token may come again with the same request, in ms. */
export const repeatGrace = 10_000

/** When a record was spent, and by which request. */
export type Spent = { consumed_at: number | null; consumed_by: string | null }

/**
 * Whether a request is the one that spent the record, and comes again while networks and clients may still repeat it.
 * `request` is null where nothing may come again, as with a code. Pure.
 */
export const isRepeat = ({ consumed_at, consumed_by }: Spent, request: string | null, now: number): boolean =>
  consumed_at !== null && request !== null && consumed_by === request && now - consumed_at < repeatGrace
