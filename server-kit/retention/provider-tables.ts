import { days, hours, ofNobodyFor, ofNobodyUntil, ofPeopleFor, ofPeopleUntil, type Retention } from './retention.ts'

const account = 'until you remove it, or delete your account'
const wholeAccount = 'until you delete your account'
const operator = 'until the people who run the service change it'

/** Every table of the identity provider, and how long its rows are kept. Its sweeps and `/privacy` read them from here. */
export const providerTables = {
  users: ofPeopleUntil('Your account: your name, when it was made, when you were last here', wholeAccount),
  user_emails: ofPeopleUntil('Your mail addresses', account),
  user_phone_numbers: ofPeopleUntil('Your phone numbers', account),
  password_hashes: ofPeopleUntil('Your password, as a hash', wholeAccount),
  totps: ofPeopleUntil('Your authenticator app', account),
  passkeys: ofPeopleUntil('Your passkeys', account),
  passkey_handles: ofPeopleUntil('The number by which passkeys name your account', wholeAccount),
  crypto_wallets: ofPeopleUntil('Addresses of your wallets', account),
  oauth_registrations: ofPeopleUntil('Your accounts elsewhere that you sign in with', account),
  account_failures: ofPeopleUntil('How often a wrong password or code was tried', 'until you sign in'),
  sessions: ofPeopleFor(
    days(30),
    'Where and how you signed in: time, internet address, browser, by what',
    'the sign-in has ended',
  ),
  single_use_secrets: ofPeopleFor(
    hours(24),
    'Links and codes that were mailed or texted, as hashes',
    'they have expired',
  ),
  remembered_devices: ofPeopleFor(days(30), 'Browsers that do without your second factor', 'you had them remembered'),
  known_devices: ofPeopleFor(
    days(400),
    'Browsers that you signed in with, so that you are told of another one',
    'you last used them; the last one stays until you delete your account',
  ),
  audit_log: ofPeopleFor(
    days(400),
    'What was done to your account: when, who did it, from which internet address and browser',
    'it was done',
  ),
  audit_lines: ofPeopleUntil(
    'The same, on its way to where the people who run the service keep it',
    'until it has arrived',
  ),
  audit_chain: ofNobodyUntil('The newest line of that', 'for good'),
  audit_places: ofNobodyUntil('Up to which line it has arrived', 'for good'),
  telemetry_events: ofPeopleFor(days(90), 'What the sign-in form reports of its own working', 'it was reported'),
  telemetry_days: ofNobodyFor(days(2), 'How much is reported in a day', 'the day began'),
  texts: ofPeopleFor(days(30), 'Whether a text message arrived', 'it was asked for'),
  webhook_deliveries: ofPeopleFor(
    days(30),
    'What your account’s applications were told of it, and their answers',
    'the last attempt to tell them',
  ),
  administrators: ofPeopleUntil('That you are an administrator, and in which role', 'until an owner takes it from you'),
  imported_users: ofPeopleFor(
    days(400),
    'What was brought along from another service, as hashes',
    'it was last brought in, also if your account was deleted',
  ),
  mailbox_messages: ofPeopleFor(days(7), 'Mails, where no mail server is set up', 'they were written'),
  outbox: ofPeopleFor(days(30), 'Mails and texts that could not be delivered', 'they were written'),
  oauth_parcels: ofPeopleFor(
    0,
    'A sign-in by an account elsewhere that is under way',
    'until it expires, after some minutes',
  ),
  openid_consents: ofPeopleUntil(
    'Applications that you let sign you in',
    'until you take it back, or delete your account',
  ),
  openid_authorizations: ofPeopleFor(0, 'Sessions in which an application may sign you in', 'until the session ends'),
  openid_records: ofPeopleFor(0, 'Tokens of applications that sign you in', 'until they expire'),
  openid_requests: ofPeopleFor(0, 'Requests of applications that you have not answered', 'until they expire'),
  openid_logins: ofPeopleFor(0, 'Requests for which you had to sign in anew', 'until they expire'),
  openid_clients: ofNobodyUntil('Applications that may sign people in', operator),
  oauth_clients: ofNobodyUntil('The service as a client of Google and others', operator),
  captcha_secrets: ofNobodyUntil('The service as a customer of a captcha', operator),
  captcha_keys: ofNobodyUntil('The key of the proofs of work', operator),
  signing_keys: ofNobodyUntil('Keys that sessions are signed with', 'until nothing that they signed is valid'),
  projects: ofNobodyUntil('Settings', operator),
  sandbox_records: ofNobodyFor(0, 'What the sandbox of sign-in providers remembers', 'until it expires'),
  schema_migration: ofNobodyUntil('Which steps of the schema were applied', 'for good'),
} satisfies Record<string, Retention>

/** How long an account is kept in which nobody ever signed in, in ms. */
export const neverConfirmedFor = days(7)
