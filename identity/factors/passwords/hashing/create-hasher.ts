import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, hash as hashArgon2 } from '@node-rs/argon2'
import limitConcurrency from 'p-limit'
import { refuse } from '../../../platform/refusal/refusal.ts'
import type { StoredPassword } from '../store.ts'
import { verifyHash } from './verify-hash.ts'

/** Runs a piece of work as soon as fewer than the limit are running. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Limits of concurrent and queued work. */
type ConcurrencyOptions = { atOnce: number; waiting: number }

/** Seconds after which a refused caller may try again. */
const retryAfter = 2

/**
 * Runs at most `atOnce` tasks concurrently and queues up to `waiting` in FIFO order. Further tasks are rejected immediately, which bounds
 * latency and memory under load.
 * @throws Refusal `too_many_requests` with Retry-After
 */
export const createConcurrencyLimit = ({ atOnce, waiting }: ConcurrencyOptions): ConcurrencyLimit => {
  const limit = limitConcurrency(atOnce)
  return async work => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) refuse('too_many_requests', { retryAfter })
    return limit(work)
  }
}

// The enum exists for the compiler only.
const argon2id = 2 satisfies Algorithm.Argon2id as Algorithm

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const costs = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentForm = `$argon2id$v=19$m=${costs.memoryCost},t=${costs.timeCost},p=${costs.parallelism}$`

/**
 * Number of concurrent hashes: two per core, so that no core idles between hashes, and at most four, the size of Node's thread pool. Pure.
 */
export const hashesAtOnce = (cores: number): number => Math.min(cores * 2, 4)
const threads = hashesAtOnce(availableParallelism())
/** With about 25 ms for a hash and two threads for each core, the last one waits less than half a second. */
const waitingPerThread = 8

/**
 * So many calls that hash a password are worked on at once. More would only be refused after all that comes before their hash, which
 * costs the server far more than to refuse them at its door.
 */
export const passwordsAtWork: number = threads + waitingPerThread * threads

/**
 * Keyboards encode the same password in different ways: it gets one spelling (NIST SP 800-63B-4 §3.1.1.2). Nothing is cut
 * off.
 */
export const normalisePassword = (password: string): string => password.normalize('NFKC')

/** Password hashing and verification. All calls share one concurrency limit. */
export type Hasher = {
  /** A PHC string of argon2id. @throws Refusal `too_many_requests` */
  hash: (password: string) => Promise<string>
  /**
   * True if the password matches the stored one. For `null`, a missing account or password, it does the same work and returns false.
   * @throws Refusal `too_many_requests`
   */
  verify: (stored: Pick<StoredPassword, 'hash'> | null, password: string) => Promise<boolean>
  /** True if a stored hash uses other parameters than the current ones. */
  isOutdated: (stored: Pick<StoredPassword, 'hash'>) => boolean
}

/** The expensive operations: hashing and verification. */
type Work = { make: (password: string) => Promise<string>; compare: typeof verifyHash }

const usualWork: Work = { make: password => hashArgon2(password, costs), compare: verifyHash }

export const createHasher = ({
  atOnce = threads,
  waiting = waitingPerThread * threads,
  make = usualWork.make,
  compare = usualWork.compare,
}: Partial<ConcurrencyOptions & Work> = {}): Hasher => {
  const limited = createConcurrencyLimit({ atOnce, waiting })
  const hash = (password: string) => limited(() => make(normalisePassword(password)))
  // The hash of a random password, made once. Passwords are compared with it when there is no stored one.
  let nobodys: Promise<string> | undefined
  const isOutdated: Hasher['isOutdated'] = stored => !stored.hash.startsWith(currentForm)

  return {
    hash,
    isOutdated,
    verify: async (stored, password) => {
      nobodys ??= make(randomBytes(32).toString('base64'))
      const encoded = stored?.hash ?? (await nobodys)
      const isRight = await limited(async () => {
        const normalised = normalisePassword(password)
        if (await compare(encoded, normalised)) return true
        // Another system may have hashed it as it was typed.
        return stored !== null && isOutdated(stored) && normalised !== password && compare(encoded, password)
      })
      return isRight && stored !== null
    },
  }
}
