import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Secret } from '../settings/index.ts'
import { isLoopbackName, isReadHere } from '../this-machine/index.ts'
import { version } from '../version/index.ts'
import type { Metrics } from './metrics.ts'

export { createMetrics, type Metrics } from './metrics.ts'

/** Health check of a dependency. Rejects with the reason if it is unavailable. */
export type HealthCheck = () => Promise<unknown>

export type HealthOptions = {
  /** The server's own address, as its readers write it. */
  origin: string
  /** Named checks, such as `{ database: () => checkWrites(db) }`. */
  checks: Readonly<Record<string, HealthCheck>>
  /** Optional dependencies: reported, but without effect on readiness. */
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
 * `GET /health/live` returns 200 while the process can respond at all. `GET /health/serving` is for a proxy in front of several nodes: 200
 * until this one starts to shut down, regardless of other failures, since all nodes still serve what they can while the database is
 * unavailable. `GET /health/ready` returns 200 if every check passes, with the names of unavailable optional dependencies and missing
 * settings; else 503 with the failed checks, and 503 during shutdown; each with the running version. `GET /metrics` requires the metrics
 * token; without a configured token, it serves local requests to a local hostname only, if the server is local. All other requests get 404.
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

/** Behind a local proxy without forwarding headers every request looks local, so a public server requires the token. */
const metricsReaders = (origin: string, token: Secret | undefined): ((c: Context) => boolean) => {
  if (token !== undefined) return c => sameText(c.req.header('Authorization') ?? '', `Bearer ${token.reveal()}`)
  const isOfThisMachine = isLoopbackName(new URL(origin).hostname, { orBelowLocalhost: true })
  return c => isOfThisMachine && isReadHere(c)
}

const sameText = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
