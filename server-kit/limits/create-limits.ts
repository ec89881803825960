import { hash } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Metrics } from '../health/index.ts'
import { formatRetryAfter, HttpProblem } from '../http/index.ts'
import type { Logger } from '../logging/index.ts'
import type { Secret } from '../settings/index.ts'
import { type Network, networksOf } from './address-key.ts'
import { createNearlyExhausted, type NearlyExhaustedKey } from './nearly-exhausted.ts'

/** Writes into the log when Redis goes and when it is back, each time once, however often that is noticed. */
export const logRedisState = (logger: Logger): { gone: (error: unknown) => void; here: () => void } => {
  let lost = false
  return {
    gone: error => {
      if (!lost) logger.error({ err: error }, 'Redis does not answer: this node counts its limits alone')
      lost = true
    },
    here: () => {
      if (lost) logger.info('Redis answers again: limits are counted together')
      lost = false
    },
  }
}

/** Number of points a key may spend within a window that starts with the first of them. */
export type Limit = { points: number; perSeconds: number }

/** Rate limits of a server: `{ votePerAddress: { points: 60, perSeconds: 60 }, … }`. */
export type LimitTable = Readonly<Record<string, Limit>>

/** `points`: how many the key may spend in a window. `resetSeconds`: when it has all of them again. */
export type Taken =
  | { kind: 'allowed'; remaining: number; points: number; resetSeconds: number }
  | { kind: 'refused'; points: number; retryAfterSeconds: number }

/** Proximity to a rate limit; `farInSeconds` is the latest time at which it is far again. */
export type LimitProximity = { kind: 'far' } | { kind: 'near'; farInSeconds: number }

/**
 * Key of a rate limit: any string, or a sender's address, which counts in all its networks (`networksOf`). With `about`, the sender has a
 * separate budget for each such thing.
 */
export type LimitKey = string | { address: string; about?: string }

/** `resetSeconds`: when the key has all its points again; 0 when it has spent none. */
export type Spent = { spent: number; points: number; resetSeconds: number }

export type Limits<Name extends string> = {
  /**
   * Spends points of a key (one by default) and reports if it had enough. Never fails: without Redis, this node counts on its own. Keys are
   * hashed, so that no addresses or account names are stored. `allowed` includes the remaining points, for step-up checks before rejecting.
   */
  take: (name: Name, key: LimitKey, points?: number) => Promise<Taken>
  /** Like `take`, for handlers. @throws HttpProblem 429 with `Retry-After`. */
  require: (name: Name, key: LimitKey, points?: number) => Promise<void>
  /**
   * Checks if spending these points (one by default) would leave less than half of the limit, which is the time to require a captcha.
   * Spends nothing. Returns `far` if unknown, or if they would be rejected anyway.
   */
  isNear: (name: Name, key: LimitKey, points?: number) => Promise<LimitProximity>
  /** True if a key has spent points that have not been restored; false if unknown. */
  hasSpent: (name: Name, key: string) => Promise<boolean>
  /** Resets a key, such as after a correct password; a sender's address is reset in all its networks. */
  forgive: (name: Name, key: LimitKey) => Promise<void>
  /** Returns the spent and total points of a key; for an address, of the network with the fewest left. Spends nothing. */
  spent: (name: Name, key: LimitKey) => Promise<Spent>
  /** Keys that have spent more than half of their points, as far as this node has seen, the nearest to their end first. */
  nearEdge: () => NearlyExhaustedKey[]
  /** Resolves when limits can be counted together. @throws when Redis does not answer: each node counts for itself then */
  check: () => Promise<unknown>
  close: () => Promise<void>
}

export type LimitsOptions = {
  /** Key prefix of a server on a shared Redis, such as `site`. */
  prefix: string
  logger: Logger
  /** Multiplies all points (LIMITS_SCALE). */
  scale?: number
  /** Redis counts for all nodes together; without it each node counts for itself. */
  redisUrl?: Secret | undefined
  metrics?: Metrics
}

type Limiter = RateLimiterMemory | RateLimiterRedis

/** The keys in which a sender or any other key is counted. */
const seriesOf = (key: LimitKey): readonly [Network, ...Network[]] => {
  if (typeof key === 'string') return [{ key, senders: 1 }]
  const about = ` ${key.about ?? ''}`
  const [smallest, ...wider] = networksOf(key.address)
  const withAbout = ({ key, senders }: Network): Network => ({ key: key + about, senders })
  return [withAbout(smallest), ...wider.map(withAbout)]
}

/** Makes the limits of a server out of their table. */
export const createLimits = <const Table extends LimitTable>(
  table: Table,
  { prefix, logger, scale = 1, redisUrl, metrics }: LimitsOptions,
): Limits<keyof Table & string> => {
  type Name = keyof Table & string
  const redis = redisUrl === undefined ? null : connect(redisUrl, logger)
  const limiters = new Map<string, { limiter: Limiter } & Limit>()
  const refused = metrics?.counter('limit_refusals_total', 'Requests refused by a limit.', 'limit')

  const limiterOf = (name: Name, senders = 1): { limiter: Limiter } & Limit => {
    const series = `${name}:${senders}`
    const found = limiters.get(series)
    if (found !== undefined) return found
    const limit: Limit | undefined = table[name]
    if (limit === undefined) throw new TypeError(`There is no limit named ${name}.`)
    const points = Math.max(1, Math.round(limit.points * scale)) * senders
    const { perSeconds } = limit
    const made = { limiter: makeLimiter(`${prefix}:${series}`, points, perSeconds, redis), points, perSeconds }
    limiters.set(series, made)
    return made
  }
  // At once, so that a table with a mistake in it stops the start.
  for (const name of Object.keys(table) as Name[]) limiterOf(name)

  const near = createNearlyExhausted()

  const takeOne = async (name: Name, key: string, cost: number, senders: number): Promise<Taken> => {
    const { limiter, points, perSeconds } = limiterOf(name, senders)
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(hashed(key), cost)
      near.note(name, hashed(key), { points, spent: points - remainingPoints, ms: msBeforeNext })
      return { kind: 'allowed', remaining: remainingPoints, points, resetSeconds: secondsIn(msBeforeNext) }
    } catch (reason) {
      // The limiter rejects with a result when the points are spent, and with an error only when it is itself broken.
      if (!(reason instanceof RateLimiterRes)) {
        logger.error({ err: reason, limit: name }, 'a limit could not be counted')
        return { kind: 'allowed', remaining: points, points, resetSeconds: perSeconds }
      }
      refused?.(name)
      near.note(name, hashed(key), { points, spent: points, ms: reason.msBeforeNext })
      return { kind: 'refused', points, retryAfterSeconds: secondsIn(reason.msBeforeNext) }
    }
  }

  const take = async (name: Name, key: LimitKey, cost = 1): Promise<Taken> => {
    const [smallest, ...wider] = seriesOf(key)
    let least = await takeOne(name, smallest.key, cost, smallest.senders)
    // Smallest network first, so that a sender rejected there spends none of the neighbors' points.
    for (const network of wider) {
      if (least.kind === 'refused') return least
      const taken = await takeOne(name, network.key, cost, network.senders)
      if (taken.kind === 'refused' || taken.remaining / taken.points < least.remaining / least.points) least = taken
    }
    return least
  }

  const spentBy = async (name: Name, { key, senders }: Network): Promise<Spent> => {
    const { limiter, points } = limiterOf(name, senders)
    const found = await limiter.get(hashed(key)).catch(error => {
      logger.error({ err: error, limit: name }, 'a limit could not be read')
      return null
    })
    if (found === null) return { spent: 0, points, resetSeconds: 0 }
    return { spent: Math.min(points, found.consumedPoints), points, resetSeconds: secondsIn(found.msBeforeNext) }
  }

  return {
    take,
    isNear: async (name, key, cost = 1) => {
      for (const network of seriesOf(key)) {
        const nearness = nearnessOf(await spentBy(name, network), cost)
        if (nearness.kind === 'near') return nearness
      }
      return { kind: 'far' }
    },
    require: async (name, key, cost) => {
      const outcome = await take(name, key, cost)
      if (outcome.kind === 'refused') throw tooMany(outcome.retryAfterSeconds)
    },
    hasSpent: async (name, key) => (await spentBy(name, { key, senders: 1 })).spent > 0,
    spent: async (name, key) => {
      const all = await Promise.all(seriesOf(key).map(each => spentBy(name, each)))
      return all.reduce((most, each) => (each.spent / each.points > most.spent / most.points ? each : most))
    },
    nearEdge: near.list,
    forgive: async (name, key) => {
      try {
        for (const { key: each, senders } of seriesOf(key)) {
          await limiterOf(name, senders).limiter.delete(hashed(each))
          near.forget(name, hashed(each))
        }
      } catch (error) {
        logger.warn({ err: error, limit: name }, 'a limit could not be given back')
      }
    },
    check: async () => redis?.ping(),
    close: async () => {
      redis?.disconnect()
    },
  }
}

/** Computes the proximity to the limit after spending more points. */
const nearnessOf = ({ spent, points, resetSeconds }: Spent, cost: number): LimitProximity => {
  const remaining = points - cost - spent
  if (resetSeconds === 0 || remaining < 0 || remaining * 2 >= points) return { kind: 'far' }
  return { kind: 'near', farInSeconds: resetSeconds }
}

/** Whole seconds, one at least. */
const secondsIn = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

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
  const tell = logRedisState(logger)
  redis.on('error', tell.gone)
  redis.on('ready', tell.here)
  return redis
}

const hashed = (key: string): string => hash('sha256', key, 'base64url')

const tooMany = (seconds: number): HttpProblem =>
  new HttpProblem(429, `That was too often. Try again ${formatRetryAfter(seconds)}.`, { retryAfter: seconds })
