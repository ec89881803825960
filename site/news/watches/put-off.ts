const minute = 60_000
const longestWait = 4 * 60 * minute

/** Retry delay of a deferred mail, in ms: a minute, doubled each time, four hours at most. */
export const waitAfter = (attempts: number): number => Math.min(minute * 2 ** Math.min(attempts - 1, 20), longestWait)

/** Maximum number of attempts: five days, like mail servers (RFC 5321, section 4.5.4.1). */
export const mostAttempts = 37
