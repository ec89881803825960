import type { LimitTable } from '@corroborate/server-kit/limits'

/** How often things may be done from one address (an IPv6 network of 64 bits counts as one). LIMITS_SCALE multiplies. */
export const siteLimits = {
  /** Clicks on vote buttons. */
  vote: { points: 60, perSeconds: 10 * 60 },
  /** People without an account who have not voted on this paper yet, counted per paper. */
  newVoter: { points: 20, perSeconds: 24 * 60 * 60 },
  /** Searches; a fast typist makes about one a second. */
  search: { points: 120, perSeconds: 60 },
  /** Questions to the identity provider whose session a token is: one a page. */
  sessionCheck: { points: 600, perSeconds: 60 },
  /** Mailed links spent by a form. */
  signIn: { points: 60, perSeconds: 10 * 60 },
  /** Links asked for without JavaScript; the provider itself counts by mailbox. */
  signInMail: { points: 10, perSeconds: 10 * 60 },
} as const satisfies LimitTable

export type SiteLimit = keyof typeof siteLimits
