const minute = 60_000
const longestWait = 4 * 60 * minute

/** How long a mail waits that the mail server has put off so often, in ms: a minute, then twice as long each time, four hours at most. */
export const waitAfter = (attempts: number): number => Math.min(minute * 2 ** Math.min(attempts - 1, 20), longestWait)

/** So often a mail is tried: five days, as long as mail servers do (RFC 5321, section 4.5.4.1). */
export const mostAttempts = 37
