import { z } from 'zod'

/** A moment: ISO 8601 in UTC, to the millisecond. */
export const moment = z.iso.datetime()
/** A whole number from 0. */
export const count = z.int().nonnegative()
/** A DOI as the site keeps it: lower case, without a resolver. */
export const doi = z.string().min(1)
export const text = z.string()
export const amount = z.strictObject({ amount: z.int().positive(), currency: z.string().length(3) })

/** Epoch ms → ISO 8601, and back. */
export const momentOf = (at: number): string => new Date(at).toISOString()
export const timeOf = (at: string): number => Date.parse(at)
export const momentOrNull = (at: number | null): string | null => (at === null ? null : momentOf(at))
export const timeOrNull = (at: string | null): number | null => (at === null ? null : timeOf(at))
