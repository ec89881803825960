/** Close method of the login modal (SPEC §2). */
export type CloseMethod = 'close_button' | 'outside_click' | 'escape'

/** All analytics events with their properties. None contains user input. */
export type AnalyticsEvents = {
  'Login Modal Closed': { method: CloseMethod }
  signup: { authentication_method: string }
  login: { authentication_method: string }
  vote: { doi: string; vote_type: 'upvote' | 'downvote'; status: 'added' | 'changed' | 'removed' }
  watch: { doi: string }
  unwatch: { doi: string }
}

export type AnalyticsEvent = keyof AnalyticsEvents

/** Analytics profile of a user at login (SPEC §3, "Analytics profile fields"). `last_login` is an ISO time. */
export type Profile = { name: string; email: string | null; authentication_method: string; last_login: string }

/** One report, in the shape that Segment's HTTP API and its open kin read. */
export type Report = { messageId: string; timestamp: string; anonymousId: string; userId?: string } & (
  | { [E in AnalyticsEvent]: { type: 'track'; event: E; properties: AnalyticsEvents[E] } }[AnalyticsEvent]
  | { type: 'identify'; traits: Profile }
)
