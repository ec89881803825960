/** The days that one listing of Crossref's is asked for, both included: ISO 8601. */
export type Window = { from: string; until: string }

/** The first day of which Crossref's records may be; before that it had none. */
const firstDay = '2000-01-01'
/** Longest window, in days: a listing of a few thousand records. */
const longest = 31

/**
 * The days to ask for next, when everything up to `doneThrough` is there. The last two days are asked for again each time, since records
 * appear some time after they were deposited.
 */
export const nextWindow = (doneThrough: string | null, today: string): Window => {
  const from = doneThrough === null ? firstDay : addDays(doneThrough < today ? doneThrough : today, -1)
  const until = addDays(from, longest)
  return { from, until: until < today ? until : today }
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
