import { readSource, sourceFiles } from '../source-files.ts'

type Described = {
  title: string
  /** Name of the exported type that lists the states. */
  type: string

  states: Readonly<Record<string, string>>
}

/** State machines of the product. The states are compared with the code; the descriptions are ours. */
const described: readonly Described[] = [
  {
    title: 'Paper status',
    type: 'StatusKind',
    states: {
      republished: 'Retracted, and published again in another version',
      retracted: 'Retracted',
      'partly-retracted': 'Partly retracted',
      withdrawn: 'Withdrawn',
      concern: 'Expression of concern',
      'not-held': 'Failed to replicate',
      mixed: 'Mixed replication results',
      corrected: 'Corrected',
      reinstated: 'Retracted, and the retraction was reversed',
      notice: 'An editorial notice about another paper',
      held: 'Replicated or reproduced',
      neutral: 'A study without a clear result',
      nothing: 'No retractions, corrections or replications found',
      'not-asked': 'Crossref has not been queried about this paper yet',
      'no-record': 'No source has a record for this DOI',
    },
  },
  {
    title: 'Moderated entry (note, report, claim, contribution message, problem)',
    type: 'ModerationStatus',
    states: {
      pending: 'In the moderation queue',
      approved: 'Public',
      rejected: 'Not public; the author may submit it again',
      spam: 'Not public; the author may be blocked',
    },
  },
  {
    title: 'Claim',
    type: 'ClaimState',
    states: {
      waiting: 'Pending moderation',
      standing: 'Active, for 90 days from its creation or renewal',
      withdrawn: 'Withdrawn by its author',
      lapsed: 'Expired',
      reported: 'Completed by an approved report of the same person',
      rejected: 'Rejected by a moderator',
    },
  },
  {
    title: 'Contribution',
    type: 'ContributionState',
    states: {
      begun: 'Created, before Stripe was called',
      open: 'Checkout is open',
      processing: 'Paid by a method that settles later',
      paid: 'Paid',
      failed: 'Payment failed',
      expired: 'Checkout expired',
    },
  },
  {
    title: 'Bounty',
    type: 'BountyState',
    states: {
      none: 'No contributions, or all were refunded',
      open: 'Has money that nobody was awarded',
      held: 'Reserved by a claim',
      awarded: 'Two moderators agreed on an award that is not paid yet',
      paid: 'Paid out',
      refunded: 'Refunded',
      expired: 'Refunded after a year',
    },
  },
  {
    title: 'Proposal (award, top-up or withdrawal)',
    type: 'ProposalState',
    states: {
      waiting: 'Needs another moderator',
      confirmed: 'Confirmed by another moderator, and recorded in the ledger',
      rejected: 'Rejected',
    },
  },
  {
    title: 'Payout',
    type: 'PayoutState',
    states: {
      due: 'Awaits payment details, or Stripe',
      sending: 'Sent to Stripe, or about to be',
      stopped: 'Returned by Stripe; an operator has to look',
      paid: 'Paid',
      withdrawn: 'Returned to the bounty',
    },
  },
  {
    title: 'Data source',
    type: 'SourceState',
    states: {
      fresh: 'Synced recently',
      late: 'Not synced for too long',
      failing: 'The last sync failed',
      never: 'Never synced',
      off: 'Disabled by a setting',
    },
  },
  {
    title: 'Second factor of a session (absent if the user has no authenticator app)',
    type: 'SecondFactorState',
    states: {
      owed: 'Missing: treat the session as signed out',
      proved: 'Verified',
      remembered: 'Skipped on a remembered device',
    },
  },
  {
    title: 'Outbox job',
    type: 'JobState',
    states: {
      waiting: 'Pending',
      running: 'Claimed by a worker, under a lease',
      dead: 'Failed permanently; revived by hand',
    },
  },
  {
    title: 'SMS or WhatsApp message',
    type: 'TextState',
    states: {
      waiting: 'Pending',
      sent: 'Accepted by Twilio',
      delivered: 'Delivered',
      undelivered: 'Not delivered',
    },
  },
  {
    title: 'Webhook delivery',
    type: 'DeliveryState',
    states: {
      waiting: 'Pending, or being retried',
      heard: 'Answered with 2xx',
      given_up: 'Abandoned after two weeks',
    },
  },
]

const declarationOf = (name: string, text: string): string | null =>
  new RegExp(`^(?:export )?type ${name} =(.*?)(?:\\n\\n|\\n(?=export |/\\*\\*|type |const )|$(?![\\s\\S]))`, 'ms').exec(
    text,
  )?.[1] ?? null

/** Members of a union of string literals that is declared in a source text, in their order. */
const membersOf = (name: string, text: string): string[] => {
  const declared = (declarationOf(name, text) ?? '').replaceAll(/\/\*.*?\*\//gs, '')
  const [, list] = /\(typeof (\w+)\)\[number\]/.exec(declared) ?? []
  const values = list === undefined ? declared : (new RegExp(`const ${list} = \\[(.*?)\\]`, 's').exec(text)?.[1] ?? '')
  return [...values.matchAll(/'([^']+)'|\b([A-Z]\w+)\b/g)].flatMap(([, literal, type]) =>
    literal === undefined ? membersOf(type ?? '', text) : [literal],
  )
}

/** A state type with its states as they are in the code. */
export type States = Described & { file: string; members: readonly string[] }

/** @throws Error if a type is missing from the code, or declared more than once. */
export const readStates = (): States[] =>
  described.map(entry => {
    const pattern = new RegExp(`^export type ${entry.type} =`, 'm')
    const files = sourceFiles.filter(file => !/\.test\.tsx?$|\/testing\//.test(file) && pattern.test(readSource(file)))
    const [file] = files
    if (file === undefined || files.length > 1)
      throw new Error(
        `scripts/system-map/states.ts describes the type ${entry.type}, which is exported by ${files.length === 0 ? 'no file: rename it there' : files.join(' and ')}.`,
      )
    return { ...entry, file, members: membersOf(entry.type, readSource(file)) }
  })
