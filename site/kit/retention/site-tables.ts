import {
  days,
  hours,
  ofNobodyFor,
  ofNobodyUntil,
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
  activity: ofNobodyUntil('Paper events', nobodys),
  activity_places: ofNobodyUntil('Positions of events in the API', nobodys),
  activity_taken_back: ofNobodyUntil('Events that were undone', nobodys),
  paper_interest: ofNobodyUntil('Numbers of watchers and claims per paper', nobodys),
  vote_counts: ofNobodyUntil('Vote counts', nobodys),
  /** Only for papers without activity here. */
  paper_facts: ofNobodyFor(days(400), 'Metadata of papers without activity here', 'the last lookup'),
  paper_versions: ofNobodyUntil('Versions of a paper', nobodys),
  fallen_papers: ofNobodyUntil('Retracted papers', nobodys),
  fallen_references: ofNobodyUntil('References to retracted papers', nobodys),
  references_read: ofNobodyUntil('Papers whose references were fetched', nobodys),
  known_sources: ofNobodyUntil('Last sync of each data source', nobodys),
  updates: ofNobodyUntil('Corrections and retractions that sources list', nobodys),
  updates_asked: ofNobodyUntil('Papers looked up for corrections and retractions', nobodys),
  replications: ofNobodyUntil('Replications and reproductions that sources list', nobodys),
  spent_proofs: ofNobodyFor(0, 'Used proofs of work', 'until they expire'),
  funds: ofNobodyUntil('Funds of bounties and of the pool', books),
  ledger: ofNobodyUntil('Ledger', books),
  money_log: ofNobodyUntil('Actions on money', books),
  money_uses: ofNobodyUntil('Contributions used by awards', books),
  payments: ofNobodyUntil('Payments, by their id at Stripe', books),
  reconciles: ofNobodyUntil('Reconciliations with Stripe', books),
  returns: ofNobodyUntil('Refunds', books),
  top_ups: ofNobodyUntil('Top-ups of bounties from the pool', books),
  warned: ofNobodyUntil('Contributions whose expiry was announced', books),
  stripe_events: ofNobodyUntil('Processed Stripe events, by id', books),
  schema_migration: ofNobodyUntil('Applied schema migrations', nobodys),
} satisfies Record<string, Retention>

/** Retention of DOIs that no source knows, in ms. Sources are queried again long before. */
export const missingFactsKept = days(30)
