import { days, hours, impersonalFor, impersonalUntil, ofPeopleFor, ofPeopleUntil, type Retention } from './retention.ts'

export {
  days,
  formatTime,
  hours,
  howLong,
  impersonalFor,
  impersonalUntil,
  ofPeopleFor,
  ofPeopleUntil,
  type Retention,
  type Swept,
} from './retention.ts'

const account = 'until you remove it or delete your account'
const wholeAccount = 'until you delete your account'
const operator = 'until an operator changes it'

/** Every table of the identity provider with its retention period, for the hourly deletion and `/privacy`. */
export const providerTables = {
  users: ofPeopleUntil('Your account: name, creation date, last sign-in', wholeAccount),
  user_emails: ofPeopleUntil('Your email addresses', account),
  user_phone_numbers: ofPeopleUntil('Your phone numbers', account),
  password_hashes: ofPeopleUntil('Your password, as a hash', wholeAccount),
  totps: ofPeopleUntil('Your authenticator app', account),
  passkeys: ofPeopleUntil('Your passkeys', account),
  passkey_handles: ofPeopleUntil('Account identifier used by your passkeys', wholeAccount),
  crypto_wallets: ofPeopleUntil('Your wallet addresses', account),
  oauth_registrations: ofPeopleUntil('Your linked social accounts', account),
  account_failures: ofPeopleUntil('Failed password and code attempts', 'until you sign in'),
  sessions: ofPeopleFor(days(30), 'Your sessions: time, IP address, browser, sign-in method', 'the session has ended'),
  single_use_secrets: ofPeopleFor(hours(24), 'Magic links and one-time codes, as hashes', 'they have expired'),
  remembered_devices: ofPeopleFor(
    days(30),
    'Remembered devices that skip the second factor',
    'you chose to remember them',
  ),
  known_devices: ofPeopleFor(
    days(400),
    'Devices you signed in with, so that we can notify you of a new one',
    'their last use; the last one stays until you delete your account',
  ),
  audit_log: ofPeopleFor(days(400), 'Changes to your account: time, actor, IP address, browser', 'the change'),
  audit_lines: ofPeopleUntil(
    'Changes to your account, until they are exported to the operators’ log',
    'until the export has succeeded',
  ),
  audit_chain: impersonalUntil('Hash of the latest exported line', 'permanently'),
  audit_places: impersonalUntil('Position of each export destination', 'permanently'),
  telemetry_events: ofPeopleFor(days(90), 'Telemetry of the sign-in form', 'it was received'),
  telemetry_days: impersonalFor(days(2), 'Telemetry volume per day', 'the day began'),
  texts: ofPeopleFor(days(30), 'Delivery status of SMS', 'it was requested'),
  webhook_deliveries: ofPeopleFor(
    days(30),
    'Webhooks about your account to applications, and their responses',
    'the last attempt',
  ),
  administrators: ofPeopleUntil('Your administrator role', 'until an owner revokes it'),
  imported_users: ofPeopleFor(
    days(400),
    'Imported user data, as hashes',
    'the last import, even if your account was deleted',
  ),
  mailbox_messages: ofPeopleFor(days(7), 'Emails, if no mail server is set up', 'they were created'),
  outbox: ofPeopleFor(days(30), 'Emails and SMS that could not be delivered', 'they were created'),
  oauth_parcels: ofPeopleFor(0, 'Social sign-ins in progress', 'until they expire, after a few minutes'),
  openid_consents: ofPeopleUntil('Applications you approved', 'until you revoke access or delete your account'),
  openid_authorizations: ofPeopleFor(0, 'Sessions used by applications', 'until the session ends'),
  openid_records: ofPeopleFor(0, 'Tokens of applications', 'until they expire'),
  openid_requests: ofPeopleFor(0, 'Pending authorization requests', 'until they expire'),
  openid_logins: ofPeopleFor(0, 'Authorization requests that required re-authentication', 'until they expire'),
  openid_clients: impersonalUntil('Registered applications', operator),
  oauth_clients: impersonalUntil('Credentials for social providers', operator),
  captcha_secrets: impersonalUntil('Credentials for captcha services', operator),
  captcha_keys: impersonalUntil('Key of the proof of work', operator),
  signing_keys: impersonalUntil('Signing keys of sessions', 'until everything they signed has expired'),
  projects: impersonalUntil('Projects and their settings', operator),
  sandbox_records: impersonalFor(0, 'State of the social sign-in sandbox', 'until it expires'),
  schema_migration: impersonalUntil('Applied schema migrations', 'permanently'),
} satisfies Record<string, Retention>

/** Retention of accounts without any sign-in, in ms. */
export const neverConfirmedFor = days(7)
