import type { LimitKey, Limits, LimitTable } from '@corroborate/server-kit/limits'
import type { LimitNames } from '../platform/names/index.ts'
import { refuse } from '../platform/refusal/refusal.ts'
import type { RequestFacts } from '../platform/request/facts-of.ts'
import type { Project } from '../projects/index.ts'

const minute = 60
const hour = 60 * minute

/**
 * Rate limits by sender, account or destination. Limits of a single folder are defined there. Addresses count by IPv4 address and by IPv6
 * /64, /56 and /48 (`server-kit/limits`); accounts and email addresses count within their project. LIMITS_SCALE multiplies the points.
 */
export const limitTable = {
  /** Every call under /sdk/v1. */
  callPerAddress: { points: 1_200, perSeconds: minute },

  /** Requested mails and texts. */
  sendPerAddress: { points: 100, perSeconds: 10 * minute },
  sendPerDestination: { points: 10, perSeconds: 10 * minute },
  /** Texts cost money, and some countries are expensive, so this limit is lower. */
  textPerAddress: { points: 20, perSeconds: hour },
  textPerCountry: { points: 500, perSeconds: hour },

  /** Passwords, codes and tokens tried. A right one gives the account's points back. */
  tryPerAddress: { points: 300, perSeconds: 10 * minute },
  tryPerAccount: { points: 20, perSeconds: 15 * minute },
  /** Longer window against slow guessing: never more than 100 in a row (NIST SP 800-63B-4 §3.2.2). */
  tryPerAccountInDay: { points: 100, perSeconds: 24 * hour },

  /** Lookups that reveal something about an account. */
  searchPerAddress: { points: 60, perSeconds: minute },

  /** Account page reads besides the user, and data exports, which read a long log. */
  accountReadPerAccount: { points: 240, perSeconds: 10 * minute },
  exportPerAccount: { points: 10, perSeconds: hour },
  /** Account deletions. Prevents resetting other limits by recreating accounts. */
  deletePerAddress: { points: 10, perSeconds: 24 * hour },

  /** Dynamic client registrations and their updates. */
  registerAppPerAddress: { points: 20, perSeconds: hour },
  manageAppPerAddress: { points: 60, perSeconds: hour },

  /** Calls of devices that look alike, at one address (`devices/`), and calls that name one by the same id. */
  callPerDevice: { points: 120, perSeconds: 10 * minute },
  callPerDeviceId: { points: 6, perSeconds: 10 * minute },

  /** Numbers typed into the phone form, one call a key press. */
  phonePerAddress: { points: 300, perSeconds: minute },

  /** Batches of telemetry. */
  eventsPerAddress: { points: 120, perSeconds: minute },
} as const satisfies LimitTable

export type LimitName = keyof typeof limitTable | keyof LimitNames

/**
 * Consecutive failed attempts, over however many codes, sessions and addresses, before an account is locked for a while, and
 * before every further lock is a long one (NIST SP 800-63B-4 §3.2.2: never more than 100 in a row).
 */
export const failuresBefore = { lock: 50, longLock: 100 } as const
/** Duration of account locks, in ms. */
export const lockTimes = { lock: 60 * minute * 1_000, longLock: 24 * hour * 1_000 } as const

type AddressLimit = Extract<LimitName, `${string}PerAddress`>
type OtherLimit = Exclude<LimitName, AddressLimit>

/** A limit that was kept; `isNear` when more than half of it is used up, the moment to ask for a proof of work. */
export type Kept = { isNear: boolean }

/** The limits as handlers use them. */
export type Guard = {
  /** Counts a request against the sender's address. @throws Refusal `too_many_requests` */
  address: (name: AddressLimit, request: Pick<RequestFacts, 'address'>) => Promise<Kept>
  /** Counts it against an account, a destination or a country of the project. @throws Refusal `too_many_requests` */
  project: (name: OtherLimit, project: Pick<Project, 'id'>, key: string) => Promise<Kept>
  /** Resets a key's rate limit, such as after a correct password. */
  forgive: (name: OtherLimit, project: Pick<Project, 'id'>, key: string) => Promise<void>
}

export const createGuard = (limits: Limits<LimitName>): Guard => {
  const take = async (name: LimitName, key: LimitKey): Promise<Kept> => {
    const taken = await limits.take(name, key)
    if (taken.kind === 'refused') refuse('too_many_requests', { retryAfter: taken.retryAfterSeconds })
    return { isNear: taken.remaining * 2 < taken.points }
  }
  return {
    address: (name, { address }) => take(name, { address }),
    project: (name, { id }, key) => take(name, `${id} ${key}`),
    forgive: (name, { id }, key) => limits.forgive(name, `${id} ${key}`),
  }
}
