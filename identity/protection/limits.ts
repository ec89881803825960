import type { LimitTable } from '@corroborate/server-kit/limits'
import type { LimitNames } from '../platform/names/index.ts'

const minute = 60
const hour = 60 * minute

/**
 * What one sender, account or destination may do; what a single folder limits for itself is in that folder. Addresses count by
 * IPv4 address and by IPv6 /64, /56 and /48 (`server-kit/limits`); accounts and addresses of mail count within their project. LIMITS_SCALE multiplies the points.
 */
export const limitTable = {
  /** Every call under /sdk/v1. */
  callPerAddress: { points: 1_200, perSeconds: minute },

  /** Mails and texts asked for. */
  sendPerAddress: { points: 100, perSeconds: 10 * minute },
  sendPerDestination: { points: 10, perSeconds: 10 * minute },
  /** Texts cost money, and some countries are dear: fewer of them, whoever asks. */
  textPerAddress: { points: 20, perSeconds: hour },
  textPerCountry: { points: 500, perSeconds: hour },

  /** Passwords, codes and tokens tried. A right one gives the account's points back. */
  tryPerAddress: { points: 300, perSeconds: 10 * minute },
  tryPerAccount: { points: 20, perSeconds: 15 * minute },
  /** Over a longer time, for those who are patient: never more than 100 in a row (NIST SP 800-63B-4 §3.2.2). */
  tryPerAccountInDay: { points: 100, perSeconds: 24 * hour },

  /** Lookups that tell something about an account. */
  searchPerAddress: { points: 60, perSeconds: minute },

  /** What the account page reads beside the user, and copies of everything, which read a long log. */
  accountReadPerAccount: { points: 240, perSeconds: 10 * minute },
  exportPerAccount: { points: 10, perSeconds: hour },
  /** Accounts that end: whoever makes one after another shall not start anew each time. */
  deletePerAddress: { points: 10, perSeconds: 24 * hour },

  /** Applications that register themselves, and what they change of that. */
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
 * Wrong codes in a row, over however many codes, sessions and addresses, before an account is locked for a while, and
 * before every further lock is a long one (NIST SP 800-63B-4 §3.2.2: never more than 100 in a row).
 */
export const failuresBefore = { lock: 50, longLock: 100 } as const
/** How long a lock lasts, in ms. */
export const lockTimes = { lock: 60 * minute * 1_000, longLock: 24 * hour * 1_000 } as const
