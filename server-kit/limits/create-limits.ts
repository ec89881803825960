import { hash } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Metrics } from '../health/index.ts'
import { HttpProblem, waitInWords } from '../http/index.ts'
import type { Logger } from '../logging/index.ts'
import type { Secret } from '../settings/index.ts'
import { networksOf } from './address-key.ts'
import { tellOfRedis } from './tell-of-redis.ts'

/** How many points a key may spend within a window that begins with the first of them. */
export type Limit = { points: number; perSeconds: number }

/** What a server limits, readable as a table: `{ votePerAddress: { points: 60, perSeconds: 60 }, … }`. */
export type LimitTable = Readonly<Record<string, Limit>>

export type Taken =
  | { kind: 'allowed'; remaining: number; points: number }
  | { kind: 'refused'; retryAfterSeconds: number }

/** How near a limit is; it is far again in so many seconds at the latest. */
export type Nearness = { kind: 'far' } | { kind: 'near'; farInSeconds: number }

/**
 * Who spends points: a key of any kind, or the address of a sender, which counts in every network it belongs to
 * (`networksOf`). With `about`, a sender has the points for each such thing.
 */
export type LimitKey = string | { address: string; about?: string }

export type Limits<Name extends string> = {
  /**
   * Spends points of a key (one by default) and says whether it had them. Never fails: without Redis, this node counts
   * alone. Keys are hashed, so that no address or account name is stored. `allowed` carries what is left, for those who
   * want to ask for more proof before refusing.
   */
  take: (name: Name, key: LimitKey, points?: number) => Promise<Taken>
  /** Like `take`, for handlers. @throws HttpProblem 429 with `Retry-After`. */
  require: (name: Name, key: LimitKey, points?: number) => Promise<void>
  /**
   * Whether these points (one by default) would leave a key with less than half of what it may spend: the moment to ask for more
   * proof. Spends nothing. `far` also where nobody can say, and where they would be refused in any case.
   */
  isNear: (name: Name, key: LimitKey, points?: number) => Promise<Nearness>
  /** Whether a key has spent points that it has not got back yet; false when nobody can say. */
  hasSpent: (name: Name, key: string) => Promise<boolean>
  /** Gives a key all its points back, as after a right password. */
  forgive: (name: Name, key: string) => Promise<void>
  close: () => Promise<void>
}

export type LimitsOptions = {
  /** Keeps the keys of servers that share a Redis apart, such as `site`. */
  prefix: string
  logger: Logger
  /** Multiplies all points (LIMITS_SCALE). */
  scale?: number
  /** Redis counts for all nodes together; without it each node counts for itself. */
  redisUrl?: Secret | undefined
  metrics?: Metrics
}

type Limiter = RateLimiterMemory | RateLimiterRedis

/** Makes the limits of a server out of their table. */
export const createLimits = <const Table extends LimitTable>(
  table: Table,
  { prefix, logger, scale = 1, redisUrl, metrics }: LimitsOptions,
): Limits<keyof Table & string> => {
  type Name = keyof Table & string
  const redis = redisUrl === undefined ? null : connect(redisUrl, logger)
  const limiters = new Map<string, { limiter: Limiter; points: number }>()
  const refused = metrics?.counter('limit_refusals_total', 'Requests refused by a limit.', 'limit')

  const limiterOf = (name: Name, senders = 1): { limiter: Limiter; points: number } => {
    const series = `${name}:${senders}`
    const found = limiters.get(series)
    if (found !== undefined) return found
    const limit: Limit | undefined = table[name]
    if (limit === undefined) throw new TypeError(`There is no limit named ${name}.`)
    const points = Math.max(1, Math.round(limit.points * scale)) * senders
    const made = { limiter: makeLimiter(`${prefix}:${series}`, points, limit.perSeconds, redis), points }
    limiters.set(series, made)
    return made
  }
  // At once, so that a table with a mistake in it stops the start.
  for (const name of Object.keys(table) as Name[]) limiterOf(name)

  const takeOne = async (name: Name, key: string, cost: number, senders: number): Promise<Taken> => {
    const { limiter, points } = limiterOf(name, senders)
    try {
      const { remainingPoints } = await limiter.consume(hashed(key), cost)
      return { kind: 'allowed', remaining: remainingPoints, points }
    } catch (reason) {
      // The limiter rejects with a result when the points are spent, and with an error only when it is itself broken.
      if (!(reason instanceof RateLimiterRes)) {
        logger.error({ err: reason, limit: name }, 'a limit could not be counted')
        return { kind: 'allowed', remaining: points, points }
      }
      refused?.(name)
      return { kind: 'refused', retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) }
    }
  }

  const take = async (name: Name, key: LimitKey, cost = 1): Promise<Taken> => {
    if (typeof key === 'string') return takeOne(name, key, cost, 1)
    const about = ` ${key.about ?? ''}`
    const [smallest, ...wider] = networksOf(key.address)
    let least = await takeOne(name, smallest.key + about, cost, 1)
    // From the smallest on, so that who is refused there spends nothing of the neighbours'.
    for (const network of wider) {
      if (least.kind === 'refused') return least
      const taken = await takeOne(name, network.key + about, cost, network.senders)
      if (taken.kind === 'refused' || taken.remaining / taken.points < least.remaining / least.points) least = taken
    }
    return least
  }

  const isNearFor = async (name: Name, key: string, cost: number, senders: number): Promise<Nearness> => {
    const { limiter, points } = limiterOf(name, senders)
    const spent = await limiter.get(hashed(key)).catch(error => {
      logger.error({ err: error, limit: name }, 'a limit could not be read')
      return null
    })
    const remaining = points - cost - (spent?.consumedPoints ?? 0)
    if (spent === null || remaining < 0 || remaining * 2 >= points) return { kind: 'far' }
    return { kind: 'near', farInSeconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1_000)) }
  }

  const isNear = async (name: Name, key: LimitKey, cost = 1): Promise<Nearness> => {
    if (typeof key === 'string') return isNearFor(name, key, cost, 1)
    const about = ` ${key.about ?? ''}`
    for (const network of networksOf(key.address)) {
      const nearness = await isNearFor(name, network.key + about, cost, network.senders)
      if (nearness.kind === 'near') return nearness
    }
    return { kind: 'far' }
  }

  return {
    take,
    isNear,
    require: async (name, key, cost) => {
      const outcome = await take(name, key, cost)
      if (outcome.kind === 'refused') throw tooMany(outcome.retryAfterSeconds)
    },
    hasSpent: async (name, key) => {
      try {
        return ((await limiterOf(name).limiter.get(hashed(key)))?.consumedPoints ?? 0) > 0
      } catch (error) {
        logger.error({ err: error, limit: name }, 'a limit could not be read')
        return false
      }
    },
    forgive: async (name, key) => {
      try {
        await limiterOf(name).limiter.delete(hashed(key))
      } catch (error) {
        logger.warn({ err: error, limit: name }, 'a limit could not be given back')
      }
    },
    close: async () => {
      redis?.disconnect()
    },
  }
}

const longestWindow = 24 * 24 * 60 * 60

const makeLimiter = (keyPrefix: string, points: number, perSeconds: number, redis: Redis | null): Limiter => {
  // Above this a timer of Node overflows, and the window would end at once.
  if (!(perSeconds >= 1 && perSeconds <= longestWindow))
    throw new TypeError(`${keyPrefix}: a window lasts 1 s to 24 days.`)
  const options = { keyPrefix, points, duration: perSeconds }
  if (redis === null) return new RateLimiterMemory(options)
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    insuranceLimiter: new RateLimiterMemory(options),
  })
}

/** A request waits 250 ms at most for a Redis that is slow or gone; each time that it goes is logged once. */
const connect = (url: Secret, logger: Logger): Redis => {
  const redis = new Redis(url.reveal(), {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 250,
    retryStrategy: () => 500,
  })
  const tell = tellOfRedis(logger)
  redis.on('error', tell.gone)
  redis.on('ready', tell.here)
  return redis
}

const hashed = (key: string): string => hash('sha256', key, 'base64url')

const tooMany = (seconds: number): HttpProblem =>
  new HttpProblem(429, `That was too often. Try again ${waitInWords(seconds)}.`, { retryAfter: seconds })
