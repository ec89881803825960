const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Formats a retry time: `in a few seconds`, `in 20 minutes`, `in about 3 hours`, `tomorrow`. Rounded up, never earlier than the actual
 * time.
 * @param seconds from now
 */
export const waitInWords = (seconds: number): string => {
  if (seconds <= 10) return 'in a few seconds'
  if (seconds <= minute) return 'in a minute'
  if (seconds <= 55 * minute) return `in ${Math.ceil(seconds / minute)} minutes`
  if (seconds <= hour) return 'in an hour'
  if (seconds <= 20 * hour) return `in about ${Math.ceil(seconds / hour)} hours`
  if (seconds <= 30 * hour) return 'tomorrow'
  return `in ${Math.ceil(seconds / day)} days`
}
