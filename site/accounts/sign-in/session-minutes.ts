/** How long a session is asked to live, in minutes: thirty days. It is not prolonged. */
export const sessionMinutes = 30 * 24 * 60
