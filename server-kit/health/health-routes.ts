import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Secret } from '../settings/index.ts'
import { isLoopbackName, isReadHere } from '../this-machine/index.ts'
import { version } from '../version/index.ts'
import type { Metrics } from './metrics.ts'

/** One thing a server needs to do its work. Resolves when it is there; rejects, saying what is wrong, when it is not. */
export type HealthCheck = () => Promise<unknown>

export type HealthOptions = {
  /** The server's own address, as its readers write it. */
  origin: string
  /** Named checks, such as `{ database: () => checkWrites(db) }`. */
  checks: Readonly<Record<string, HealthCheck>>
  /** What the server does its work without, if less of it: told, and no reason to send nobody here. */
  helpers?: Readonly<Record<string, HealthCheck>>
  /** Settings that should be set, by name, such as `SITE_CONTACT`: reported, and no reason to take the server out of service. */
  missingSettings?: readonly string[]
  metrics: Metrics
  /** True once the server is shutting down. */
  isDraining: () => boolean
  /** The one thing that opens the metrics, where it is set. */
  metricsToken?: Secret | undefined
}

/** A check that has not answered by then counts as failed, in ms. */
const patience = 2_000

/**
 * `GET /health/live` answers 200 while the process can answer at all. `GET /health/serving` is for a proxy in front of several nodes: 200 until
 * this one begins to leave, whatever else fails: while the database is away all of them still serve what they can. `GET /health/ready` answers 200 when every check
 * passes, with the names of the helpers that are away and of settings that are missing, else 503 with the names of the checks that failed, and 503 while the server shuts down; each says which version runs. `GET /metrics` answers those who
 * send the metrics token; without one, this machine under a name of its own, where the server serves this machine only. Everybody else gets 404.
 */
export const healthRoutes = ({
  origin,
  checks,
  helpers = {},
  missingSettings = [],
  metrics,
  isDraining,
  metricsToken,
}: HealthOptions): Hono => {
  const app = new Hono()
  const mayReadMetrics = metricsReaders(origin, metricsToken)

  app.get('/health/live', c => {
    c.header('Cache-Control', 'no-store')
    return c.json({ status: 'live' })
  })

  app.get('/health/serving', c => {
    c.header('Cache-Control', 'no-store')
    return isDraining() ? c.json({ status: 'draining' }, 503) : c.json({ status: 'serving' })
  })

  app.get('/health/ready', async c => {
    c.header('Cache-Control', 'no-store')
    if (isDraining()) return c.json({ status: 'draining', version, failed: [] }, 503)
    const [failed, away] = await Promise.all([failedOf(checks), failedOf(helpers)])
    return failed.length === 0
      ? c.json({
          status: 'ready',
          version,
          ...(away.length > 0 && { away }),
          ...(missingSettings.length > 0 && { missing_settings: missingSettings }),
        })
      : c.json({ status: 'not ready', version, failed }, 503)
  })

  app.get('/metrics', async c => {
    if (!mayReadMetrics(c)) return c.notFound()
    c.header('Cache-Control', 'no-store')
    return c.body(await metrics.read(), 200, { 'Content-Type': metrics.contentType })
  })

  return app
}

const failedOf = async (checks: Readonly<Record<string, HealthCheck>>): Promise<string[]> =>
  (await Promise.all(Object.entries(checks).map(failedCheck))).filter(name => name !== null)

const failedCheck = async ([name, check]: [string, HealthCheck]): Promise<string | null> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer')), patience)
  try {
    await Promise.race([check(), tooLate])
    return null
  } catch {
    return name
  } finally {
    clearTimeout(timer)
  }
}

/** A proxy on this machine that adds no header makes everybody look like this machine, so that a public server asks for the token. */
const metricsReaders = (origin: string, token: Secret | undefined): ((c: Context) => boolean) => {
  if (token !== undefined) return c => sameText(c.req.header('Authorization') ?? '', `Bearer ${token.reveal()}`)
  const isOfThisMachine = isLoopbackName(new URL(origin).hostname, { orBelowLocalhost: true })
  return c => isOfThisMachine && isReadHere(c)
}

const sameText = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
