/** Requested session lifetime in minutes: thirty days. Never extended. */
export const sessionMinutes = 30 * 24 * 60
