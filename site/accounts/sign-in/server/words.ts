import { HttpProblem } from '@corroborate/server-kit/http'

/** Messages for failed sign-ins. */
export const failures = {
  ended: {
    status: 401,
    title: 'This session has ended',
    sentence: 'Log in again to continue. Saved work is safe.',
  },
  unproved: {
    status: 403,
    title: 'This account has not been confirmed yet',
    sentence: 'Its email address hasn’t been confirmed. If the account is yours, log in here with a link by email.',
  },
  used: { status: 401, title: 'This link has expired or was already used', sentence: 'Request a new one.' },
  unknown: { status: 400, title: 'Invalid link', sentence: 'Log in another way.' },
  unavailable: {
    status: 503,
    title: 'Login is temporarily unavailable',
    sentence: 'The login service is not responding. Try again in a minute. You can still read every page.',
  },
} as const

export const unavailable = (): HttpProblem => new HttpProblem(503, failures.unavailable.sentence, { retryAfter: 5 })
