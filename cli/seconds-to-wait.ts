/** Without `Retry-After`, or with one that cannot be read. */
const byDefault = 5

/**
 * Parses `Retry-After` (seconds or a date, RFC 9110, 10.2.3) into whole seconds, at least one.
 * @param now reference time for a date
 */
export const secondsToWait = (retryAfter: string | null, now: Date): number => {
  const given = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(given)) return Math.max(1, Number(given))
  const at = Date.parse(given)
  return Number.isNaN(at) ? byDefault : Math.max(1, Math.ceil((at - now.getTime()) / 1000))
}
