import {
  days,
  hours,
  ofNobodyFor,
  ofNobodyUntil,
  ofPeopleFor,
  ofPeopleUntil,
  type Retention,
} from '@corroborate/server-kit/retention'

const nobodys = 'for good: it names nobody'
const unnamed = 'for good; your name, address and account are taken off when you delete your account'
const books = 'for good, as the law asks of books; they name nobody'

/** Every table of the site, and how long its rows are kept. The sweep and `/privacy` read them from here. */
export const siteTables = {
  accounts: ofPeopleUntil(
    'That you have an account here: your name and address as the sign-in service told them',
    'until you delete your account',
  ),
  votes: ofPeopleUntil('Your votes', 'until you take them back; without your account when you delete it'),
  notes: ofPeopleUntil('Your notes', 'until you delete them; without your name when you delete your account'),
  reports: ofPeopleUntil('Your reports of reproductions', unnamed),
  claims: ofPeopleUntil('Your claims', unnamed),
  report_drafts: ofPeopleFor(days(400), 'Drafts of reports that you have not sent', 'you last changed them'),
  assistant_drafts: ofPeopleFor(days(14), 'What an assistant drafted for you', 'it was drafted'),
  problems: ofPeopleFor(
    days(400),
    'Problems that you report: your address and whose it was',
    'you reported them; the words stay for good',
  ),
  watches: ofPeopleUntil('Papers that you watch', 'until you stop watching, or delete your account'),
  watchers: ofPeopleUntil('What you want to be written to about', 'until you delete your account'),
  news: ofPeopleFor(days(365), 'What you were told about papers that you watch', 'you were told'),
  contributions: ofPeopleUntil('What you contributed, with the name and message that you gave', unnamed),
  payees: ofPeopleUntil('How you want to be paid', 'until you are paid, or delete your account'),
  proposals: ofPeopleUntil('Who proposed and who decided an award', unnamed),
  proposal_parts: ofPeopleUntil('Whose reports an award is for', unnamed),
  payouts: ofPeopleUntil('What was paid for your reports', unnamed),
  moderation_items: ofPeopleUntil('What waits for a moderator, and how it was decided', unnamed),
  moderation_log: ofPeopleUntil('What moderators decided', unnamed),
  blocked_writers: ofPeopleUntil('Who may not write, as a hash', 'until a moderator lets them write again'),
  money_actors: ofPeopleUntil('Who did what with money of others', unnamed),
  ended_sessions: ofPeopleFor(0, 'Sign-ins that have ended, as hashes', 'until nothing can speak for them any more'),
  impersonated_requests: ofPeopleFor(
    days(400),
    'Pages that support staff opened while they impersonated you, and who they were',
    'they were opened',
  ),
  held_forms: ofPeopleFor(
    hours(2),
    'Forms you submitted after your session had ended, encrypted with a key that only your browser has, so that you can log in and submit them',
    'you submitted them, or until they are submitted',
  ),
  search_answers: ofPeopleFor(
    hours(24),
    'What was found elsewhere for words that somebody searched for, without who',
    'it was asked',
  ),
  outbox: ofPeopleFor(days(30), 'Mails that could not be delivered', 'they were written'),
  activity: ofNobodyUntil('What happened to papers', nobodys),
  activity_places: ofNobodyUntil('Places in the list of what happened', nobodys),
  activity_taken_back: ofNobodyUntil('What happened and was taken back', nobodys),
  paper_interest: ofNobodyUntil('How many people want to know about a paper', nobodys),
  vote_counts: ofNobodyUntil('How many voted how', nobodys),
  /** Of papers that nobody acted on. */
  paper_facts: ofNobodyFor(
    days(400),
    'Title and authors of papers that nobody has acted on',
    'a source was last asked',
  ),
  paper_versions: ofNobodyUntil('Versions of a paper', nobodys),
  fallen_papers: ofNobodyUntil('Papers that were retracted', nobodys),
  fallen_references: ofNobodyUntil('References to them', nobodys),
  references_read: ofNobodyUntil('Papers whose references were read', nobodys),
  known_sources: ofNobodyUntil('When each source was last asked', nobodys),
  updates: ofNobodyUntil('Corrections and retractions that sources know of', nobodys),
  updates_asked: ofNobodyUntil('Papers of which a source was asked for them', nobodys),
  replications: ofNobodyUntil('Replications and reproductions that sources list', nobodys),
  spent_proofs: ofNobodyFor(0, 'Proofs of work that were used', 'until they could not be used anyway'),
  funds: ofNobodyUntil('What is offered for a paper', books),
  ledger: ofNobodyUntil('The books', books),
  money_log: ofNobodyUntil('What was done with money', books),
  money_uses: ofNobodyUntil('What money was used for', books),
  payments: ofNobodyUntil('Payments, by their number at Stripe', books),
  reconciles: ofNobodyUntil('Comparisons of the books with Stripe', books),
  returns: ofNobodyUntil('What was given back', books),
  top_ups: ofNobodyUntil('What was added to a fund', books),
  warned: ofNobodyUntil('Contributions whose giver was told that they end soon', books),
  stripe_events: ofNobodyUntil('What Stripe told, by its number', books),
  schema_migration: ofNobodyUntil('Which steps of the schema were applied', nobodys),
} satisfies Record<string, Retention>

/** How long it is kept that no source knows a DOI, in ms. Sources are asked again long before. */
export const missingFactsKept = days(30)
