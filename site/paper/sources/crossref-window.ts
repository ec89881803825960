/** Date range of a Crossref listing, inclusive: ISO 8601. */
export type Window = { from: string; until: string }

/** The first day of which Crossref's records may be; before that it had none. */
const firstDay = '2000-01-01'
/** Longest window, in days: a listing of a few thousand records. */
const longest = 31

/**
 * Returns the next date range after everything up to `doneThrough`. Overlaps by two days, because records appear some time after their
 * deposit.
 */
export const nextWindow = (doneThrough: string | null, today: string): Window => {
  const from = doneThrough === null ? firstDay : addDays(doneThrough < today ? doneThrough : today, -1)
  const until = addDays(from, longest)
  return { from, until: until < today ? until : today }
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
