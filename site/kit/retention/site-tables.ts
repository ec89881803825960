import {
  days,
  hours,
  impersonalFor,
  impersonalUntil,
  ofPeopleFor,
  ofPeopleUntil,
  type Retention,
} from '@corroborate/server-kit/retention'

const nobodys = 'permanently: no personal data'
const unnamed = 'permanently; your name, address and account are removed when you delete your account'
const books = 'permanently, as required for accounting; no personal data'

/** Every table of the site with its retention period, for the nightly deletion and `/privacy`. */
export const siteTables = {
  accounts: ofPeopleUntil(
    'Your account: name and email address from the sign-in service',
    'until you delete your account',
  ),
  votes: ofPeopleUntil('Your votes', 'until you remove them; anonymized when you delete your account'),
  notes: ofPeopleUntil('Your notes', 'until you delete them; your name is removed when you delete your account'),
  reports: ofPeopleUntil('Your reproduction reports', unnamed),
  claims: ofPeopleUntil('Your claims', unnamed),
  report_drafts: ofPeopleFor(days(400), 'Unsubmitted report drafts', 'your last change'),
  assistant_drafts: ofPeopleFor(days(14), 'Drafts written for you by an assistant', 'they were written'),
  problems: ofPeopleFor(
    days(400),
    'Problem reports: your email address and account',
    'you submitted them; their text is stored permanently',
  ),
  watches: ofPeopleUntil('Papers you watch', 'until you stop watching or delete your account'),
  watchers: ofPeopleUntil('Your notification settings', 'until you delete your account'),
  news: ofPeopleFor(days(365), 'Notifications about papers you watch', 'they were created'),
  contributions: ofPeopleUntil('Your contributions, with the name and message you added', unnamed),
  payees: ofPeopleUntil('Your payment details', 'until you are paid or delete your account'),
  proposals: ofPeopleUntil('Proposals of awards, with the moderators who made and decided them', unnamed),
  proposal_parts: ofPeopleUntil('Reports an award is for', unnamed),
  payouts: ofPeopleUntil('Payouts for your reports', unnamed),
  moderation_items: ofPeopleUntil('Moderated entries and their status', unnamed),
  moderation_log: ofPeopleUntil('Decisions of moderators', unnamed),
  blocked_writers: ofPeopleUntil('Blocked writers, as hashes', 'until a moderator unblocks them'),
  money_actors: ofPeopleUntil('Moderators and operators who acted on money', unnamed),
  ended_sessions: ofPeopleFor(0, 'Ended sessions, as hashes', 'until their tokens have expired'),
  impersonated_requests: ofPeopleFor(days(400), 'Requests by support staff who impersonated you', 'the request'),
  held_forms: ofPeopleFor(
    hours(2),
    'Forms submitted after your session had ended, encrypted with a key that only your browser has',
    'you submitted them, or until you confirm them',
  ),
  search_answers: ofPeopleFor(
    hours(24),
    'Cached results of searches at other services, without who searched',
    'the search',
  ),
  outbox: ofPeopleFor(days(30), 'Emails that could not be delivered', 'they were created'),
  activity: impersonalUntil('Paper events', nobodys),
  activity_places: impersonalUntil('Positions of events in the API', nobodys),
  activity_taken_back: impersonalUntil('Events that were undone', nobodys),
  paper_interest: impersonalUntil('Numbers of watchers and claims per paper', nobodys),
  vote_counts: impersonalUntil('Vote counts', nobodys),
  /** Only for papers without activity here. */
  paper_facts: impersonalFor(days(400), 'Metadata of papers without activity here', 'the last lookup'),
  paper_versions: impersonalUntil('Versions of a paper', nobodys),
  fallen_papers: impersonalUntil('Retracted papers', nobodys),
  fallen_references: impersonalUntil('References to retracted papers', nobodys),
  references_read: impersonalUntil('Papers whose references were fetched', nobodys),
  known_sources: impersonalUntil('Last sync of each data source', nobodys),
  updates: impersonalUntil('Corrections and retractions that sources list', nobodys),
  updates_asked: impersonalUntil('Papers looked up for corrections and retractions', nobodys),
  replications: impersonalUntil('Replications and reproductions that sources list', nobodys),
  spent_proofs: impersonalFor(0, 'Used proofs of work', 'until they expire'),
  funds: impersonalUntil('Funds of bounties and of the pool', books),
  ledger: impersonalUntil('Ledger', books),
  money_log: impersonalUntil('Actions on money', books),
  money_uses: impersonalUntil('Contributions used by awards', books),
  payments: impersonalUntil('Payments, by their id at Stripe', books),
  reconciles: impersonalUntil('Reconciliations with Stripe', books),
  returns: impersonalUntil('Refunds', books),
  top_ups: impersonalUntil('Top-ups of bounties from the pool', books),
  warned: impersonalUntil('Contributions whose expiry was announced', books),
  stripe_events: impersonalUntil('Processed Stripe events, by id', books),
  schema_migration: impersonalUntil('Applied schema migrations', nobodys),
} satisfies Record<string, Retention>

/** Retention of DOIs that no source knows, in ms. Sources are queried again long before. */
export const missingFactsKept = days(30)
