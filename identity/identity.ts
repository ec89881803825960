import { countBackups } from '@corroborate/server-kit/backup'
import { checkWrites, noteMoved, openDatabase } from '@corroborate/server-kit/database'
import { createMetrics, type HealthCheck, healthRoutes, type Metrics } from '@corroborate/server-kit/health'
import { createHttp, type HttpEnv, type NodeHandlers, type ProblemAnswers } from '@corroborate/server-kit/http'
import { createReadCaller, openCallerSecrets } from '@corroborate/server-kit/known-caller'
import type { Lifecycle } from '@corroborate/server-kit/lifecycle'
import type { Logger } from '@corroborate/server-kit/logging'
import type { Handlers } from '@corroborate/server-kit/outbox'
import { securityTxt, securityTxtPath } from '@corroborate/server-kit/security-txt'
import type { Settings } from '@corroborate/server-kit/settings'
import { sdkPrefix } from '@corroborate/wire/call'
import { devicePaths } from '@corroborate/wire/captcha'
import { errorBody } from '@corroborate/wire/envelope'
import { jwksPath } from '@corroborate/wire/session-jwt'
import type { Hono } from 'hono'
import { ensureKey, publicKeys } from './accounts/sessions/index.ts'
import { followOrigin } from './administrators/console-project.ts'
import { consolePath } from './administrators/invite.ts'
import { databaseOf } from './database-of.ts'
import { requireMailTransport } from './delivery/index.ts'
import { oauthCallbackPath } from './factors/oauth/index.ts'
import { passwordsAtWork } from './factors/passwords/index.ts'
import { brought, features } from './features.ts'
import { createAuditOut } from './operate/audit-out/index.ts'
import { createConsole } from './operate/console/index.ts'
import { sweep, sweepEvery } from './operate/sweeping/index.ts'
import type { Database, Tables } from './platform/database/index.ts'
import type { Jobs } from './platform/jobs/index.ts'
import { errorTypeOf } from './platform/refusal/error-type-of.ts'
import { problemPage } from './platform/refusal/problem-page.ts'
import { openSealer, requireOpenable, sealRows } from './platform/sealing/sealed-rows.ts'
import type { Sealer } from './platform/sealing/sealer.ts'
import { ensureProjectOfSite } from './projects/index.ts'
import { type Core, createCore } from './sdk/core/create-core.ts'
import type { Running } from './sdk/feature/feature.ts'
import { corsHeadersForErrors, corsHeadersOfBusy, createSdk, preflightHeadersOfBusy } from './sdk/http/index.ts'
import { identityShareOf } from './share-of.ts'

export { whereMessagesGo } from './delivery/index.ts'

/** The largest form of the console, in bytes. */
const largestUpload = 32 * 1024 * 1024

export type IdentityOptions = {
  logger: Logger
  /** True once the process is shutting down: readiness turns 503. */
  isDraining?: () => boolean
  /** Returns the current time, in epoch milliseconds. */
  now: () => number
}

export type Identity = {
  app: Hono<HttpEnv>
  /** Dependencies shared by all parts. */
  core: Core
  metrics: Metrics
  /** The app's error responses, for requests that never reach it. */
  problems: Required<Pick<ProblemAnswers, 'toJson'>>
  /** Health checks of `GET /health/ready`. */
  checks: Readonly<Record<string, HealthCheck>>
  /** Finishes background work and closes the database. */
  close: () => Promise<void>
}

/**
 * Creates the identity provider: opens its database, creates the local project on first start, and serves `/sdk/v1`.
 * @throws OperatorError if the database cannot be opened, or its sealed data cannot be decrypted; SettingsError if mail could not be
 * delivered.
 */
export const createIdentity = async (
  settings: Settings,
  { logger, isDraining = () => false, now }: IdentityOptions,
): Promise<Identity> => {
  requireMailTransport(settings)
  const { db, sealer } = await openStore(settings, logger)
  const metrics = createMetrics()
  countBackups(metrics, settings.dataDir)
  const core = createCore({ settings, db, brought, sealer, logger, metrics, now })

  const problems: Identity['problems'] = {
    toJson: (problem, requestId) => ({
      ...errorBody(
        errorTypeOf(problem),
        { requestId: `request-id-test-${requestId}`, docsUrl: core.docsUrl },
        problem.message,
      ),
      status_code: problem.status,
    }),
  }
  const all = features.map(({ open }): Partial<Running> & { nodeHandlers?: NodeHandlers } => open?.(core) ?? {})
  const app = createHttp({
    origin: core.origin,
    logger,
    metrics,
    trustedProxies: settings.trustedProxies,
    countryHeader: settings.countryHeader,
    hstsIncludesSubdomains: settings.hstsIncludesSubdomains,
    readCaller: createReadCaller(openCallerSecrets(settings), core.now),
    isAllowedOrigin: (_, c) => acceptsAnyOrigin(c.req.path),
    // An import of users may be a large file.
    largestBody: path => (path.startsWith(`${consolePath}/projects/`) ? largestUpload : undefined),
    problems: { ...problems, toPage: problemPage, headersOf: corsHeadersForErrors(core.projects) },
    nodeHandlers: Object.assign({}, ...all.map(({ nodeHandlers }) => nodeHandlers)),
  })
  const checks: Identity['checks'] = Object.assign(
    { database: () => checkWrites(db) },
    ...all.map(feature => feature.checks ?? {}),
  )
  app.route(
    '/',
    healthRoutes({
      origin: core.origin,
      checks,
      missingSettings: settings.missing,
      metrics,
      isDraining,
      metricsToken: settings.metricsToken,
    }),
  )
  servePublicFiles(app, core)
  for (const { pages } of all) if (pages) app.route('/', pages)
  app.route('/', createConsole(core, app, checks))
  app.route(
    '/',
    createSdk(
      core,
      all.flatMap(feature => feature.calls ?? []),
    ),
  )

  const auditOut = createAuditOut(core)
  const jobs: Handlers<Jobs> = Object.assign(
    // One that an earlier start has planned is done with nothing, where the log leaves to nowhere now.
    { sweep: nextSweep, 'audit-out': auditOut?.job ?? (async () => {}) },
    ...all.map(feature => feature.jobs ?? {}),
  )
  const worker = core.outbox.startWorker(jobs)
  await core.outbox.enqueue(db, { kind: 'sweep', payload: null, key: 'sweep' })
  await auditOut?.begin()

  return {
    app,
    core,
    metrics,
    problems,
    checks,
    close: async () => {
      await worker.stop()
      for (const { close } of all) await close?.()
      await core.close()
      await db.destroy()
    },
  }

  /** Each purge enqueues the next. The outbox assigns it to a single node. */
  async function nextSweep(): Promise<void> {
    await sweep(db, brought, core.now())
    await core.outbox.enqueue(db, { kind: 'sweep', payload: null, key: 'sweep', delay: sweepEvery })
  }
}

/**
 * True for paths that accept cross-origin posts. The SDK checks the project's origins itself, once the project is known; posts of social
 * providers are bound to a sign-in started here; and `hosted/devices` checks which pages may identify a device.
 */
const acceptsAnyOrigin = (path: string): boolean =>
  path.startsWith(`${sdkPrefix}/`) || path.startsWith(`${oauthCallbackPath}/`) || path === devicePaths.submit

/** Serves public files: a project's public keys, and security.txt. */
const servePublicFiles = (app: Hono<HttpEnv>, core: Core): void => {
  app.get(decodeURIComponent(jwksPath(':project_id')), async c => {
    const project = await core.projects.byId(c.req.param('project_id') ?? '')
    if (project === null) return c.notFound()
    // Public keys are readable from any origin. A leaked key is removed within seconds.
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cache-Control', 'public, max-age=5')
    return c.json({ keys: await publicKeys(core.db, project.id, core.now()) })
  })
  app.get(securityTxtPath, c => {
    const { contact } = core.settings.site
    if (contact === null) return c.notFound()
    c.header('Cache-Control', 'public, max-age=3600')
    return c.text(securityTxt({ origin: core.origin, contact, now: core.now() }))
  })
}

/** The database with everything in it sealed, and the local project with a key. */
const openStore = async (settings: Settings, logger: Logger): Promise<{ db: Database; sealer: Sealer }> => {
  const db = await openDatabase<Tables>({ ...databaseOf(settings), now: Date.now })
  noteMoved(databaseOf(settings), Date.now())
  try {
    const sealer = await openSealer(db, brought.sealed, settings)
    const sealed = await sealRows(db, sealer, brought.sealed)
    if (sealed > 0) logger.info({ values: sealed }, 'sealed what was stored in clear or under an older secret')
    const { project, warnings } = await ensureProjectOfSite(db, settings, Date.now())
    await followOrigin(db, settings, Date.now())
    for (const warning of warnings) logger.warn(warning)
    // If nodes with different secrets start together on an empty database, one creates the key and the others fail here.
    await ensureKey(db, sealer, project, Date.now())
    await requireOpenable(db, brought.sealed, sealer.prefixes, settings)
    return { db, sealer }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Opens the provider and lets it listen, as part of a process. @throws OperatorError */
export const startIdentity = async ({
  life,
  settings,
  logger,
}: {
  life: Lifecycle
  settings: Settings
  logger: Logger
}): Promise<Identity> => {
  const identity = await createIdentity(settings, { logger, isDraining: life.isDraining, now: Date.now })
  life.onClose('identity provider', identity.close)
  await life.listen({
    name: 'identity provider',
    app: identity.app,
    problems: identity.problems,
    port: settings.identity.port,
    portVariable: 'IDENTITY_PORT',
    host: settings.host,
    overload: {
      shareOf: identityShareOf,
      headersOf: corsHeadersOfBusy,
      preflightHeadersOf: preflightHeadersOfBusy,
      capacity: settings.capacity,
      fewerAtWork: { password: passwordsAtWork },
      logger,
      metrics: identity.metrics,
    },
  })
  return identity
}
