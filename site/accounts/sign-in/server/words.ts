import { HttpProblem } from '@corroborate/server-kit/http'

/** What is said when somebody cannot be signed in. */
export const failures = {
  ended: {
    status: 401,
    title: 'This session has ended',
    sentence: 'Log in again to go on. What you had saved is safe.',
  },
  unproved: {
    status: 403,
    title: 'This account has not been confirmed yet',
    sentence: 'Nobody has shown that its address is theirs. If the account is yours, log in here: we send you a link.',
  },
  used: { status: 401, title: 'This link does not work any more', sentence: 'Ask for a new one.' },
  unknown: { status: 400, title: 'We do not know this kind of link', sentence: 'Log in another way.' },
  unavailable: {
    status: 503,
    title: 'Logging in does not work right now',
    sentence:
      'The service that signs people in does not answer. Try again in a minute; you can read everything meanwhile.',
  },
} as const

export const unavailable = (): HttpProblem => new HttpProblem(503, failures.unavailable.sentence, { retryAfter: 5 })
