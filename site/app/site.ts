import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { countBackups } from '@corroborate/server-kit/backup'
import { checkWrites, type MayBeOld, noteMoved, openReplica, withoutReplica } from '@corroborate/server-kit/database'
import { createMetrics } from '@corroborate/server-kit/health'
import { createSignCall, openCallerSecrets } from '@corroborate/server-kit/known-caller'
import type { Lifecycle } from '@corroborate/server-kit/lifecycle'
import { createLimits } from '@corroborate/server-kit/limits'
import type { Logger } from '@corroborate/server-kit/logging'
import { createOutbox, type JobPayloads, type Outbox } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import { createReadWebhook, webhookKeyOf } from '@corroborate/server-kit/webhooks'
import type { Kysely } from 'kysely'
import { createProofs } from '../accounts/proofs/create-proofs.ts'
import type { ProofTables } from '../accounts/proofs/store.ts'
import { loadStarterCorpus, loadStarterThere, type StarterOptions } from '../finding/works-import/index.ts'
import { isApiPath, isAssistantsPath, paths } from '../kit/doi/index.ts'
import { paperSectionsReader } from '../kit/feature/index.ts'
import { createRenderer, type Renderer } from '../kit/http/index.ts'
import { openMailer } from '../kit/mail/open-mailer.ts'
import { createOutsideService } from '../kit/outside/index.ts'
import { planMoneyNight } from '../money/money-desk/night.ts'
import { stripeOf } from '../money/stripe/open-stripe.ts'
import { openSandbox, type Sandbox, sandboxFile } from '../money/stripe-sandbox/index.ts'
import { planAsking, planWatching } from '../news/watches/index.ts'
import { createReferenceReader } from '../open/reference-check/index.ts'
import { planCitations } from '../paper/citations/index.ts'
import { hasNoStarter, replaceStarter } from '../paper/known/index.ts'
import { attemptsReader, createPapers, notesReader, type PaperTables } from '../paper/papers/index.ts'
import { createSharePictures } from '../paper/share-picture/index.ts'
import { createWeb, planNight } from '../paper/sources/index.ts'
import type { WorksPlace } from '../paper/works-engine/look-up.ts'
import { openWorks as openEngine } from '../paper/works-engine/open-works.ts'
import { setDamagedAside, worksIndexFile } from '../paper/works-index/index.ts'
import { searchPlaceOf } from '../paper/works-opensearch/index.ts'
import { createApp } from './app.ts'
import { siteDist } from './dist.ts'
import { features } from './features.ts'
import { siteLimits } from './limits.ts'
import { openSiteDatabase, sitePlaceOf } from './open-site-database.ts'
import { pages } from './pages.ts'
import { planUpkeep } from './upkeep/jobs.ts'

/** Load shares of the site: overload in one leaves capacity in the others. */
export type SiteShare = 'vote' | 'sign-in' | 'call' | 'search' | 'picture' | 'program' | 'file' | 'page'

const signIn: ReadonlySet<string> = new Set([paths.authenticate, paths.login(), paths.logout, paths.resetPassword])
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Returns the share of a request by its method and its path without the query. `call` is every other write, including webhooks. Uses only a
 * few characters, because it runs under overload.
 */
export const siteShareOf = (method: string, path: string): SiteShare => {
  if (path === paths.search()) return 'search'
  if (isApiPath(path) || isAssistantsPath(path)) return 'program'
  if (signIn.has(path)) return 'sign-in'
  if (!reads.has(method)) return path.endsWith('/vote') ? 'vote' : 'call'
  if (path.startsWith('/share/')) return 'picture'
  return path.startsWith('/assets/') || /^\/[a-z-]+\.[a-z]+$/.test(path) ? 'file' : 'page'
}

/** Searches wait for the threads of the index, pictures for the one that draws: those beyond wait, or are refused, where it costs less. */
const siteFewerAtWork = { search: 100, picture: 12 } as const

/** Overload messages that differ from the default (SPEC §8). */
const siteSentences = { search: 'Search service is currently unavailable.' } as const

const starterCorpus = join(import.meta.dirname, '../finding/starter-corpus')

type SiteParts = {
  life: Lifecycle
  settings: Settings
  logger: Logger
  /** Renders from something else than the last build. */
  renderer?: Renderer
}

/** Opens the site and serves it on its port. */
export const startSite = async (parts: SiteParts): Promise<void> => {
  const { app, metrics } = await openSite(parts)
  const { life, settings, logger } = parts
  await life.listen({
    name: 'site',
    app,
    port: settings.site.port,
    portVariable: 'PORT',
    host: settings.host,
    overload: {
      shareOf: siteShareOf,
      fewerAtWork: siteFewerAtWork,
      sentences: siteSentences,
      capacity: settings.capacity,
      logger,
      metrics,
    },
  })
}

type WorksParts = {
  life: Lifecycle
  db: Kysely<PaperTables>
  settings: Pick<Settings, 'dataDir' | 'searchUrls'>
  onNotice: (sentence: string) => void
  now: () => number
}

/** Opens the local index of works, with the starter corpus in it where it is new, the threads that search it, and the one that reads bibliographies. */
const openWorks = async ({ life, db, settings, onNotice, now }: WorksParts) => {
  const indexFile = join(settings.dataDir, worksIndexFile)
  const there = searchPlaceOf(settings.searchUrls)
  if (there === null) setDamagedAside(indexFile, onNotice)
  const starter: StarterOptions = {
    folder: starterCorpus,
    store: { isEmpty: () => hasNoStarter(db), replace: known => replaceStarter(db, known, now()) },
    onNotice,
    now,
  }
  if (there === null) await loadStarterCorpus({ ...starter, indexFile })
  else life.onClose('starter corpus', await loadStarterThere({ ...starter, place: there }))
  const place: WorksPlace = there === null ? { kind: 'file', file: indexFile } : { kind: 'opensearch', place: there }
  const works = openEngine(place, { threads: Math.min(2, availableParallelism()), onNotice })
  life.onClose('works', () => works.close())
  const references = createReferenceReader({ place, onNotice })
  life.onClose('reference reader', () => references.close())
  return { works, references }
}

/** Stripe's sandbox, where no key of Stripe is set outside production. */
const openSandboxIfAny = (life: Lifecycle, settings: Settings, now: () => number): Sandbox | null => {
  if (settings.stripe !== null || settings.production) return null
  const sandbox = openSandbox({ file: join(settings.dataDir, sandboxFile), origin: settings.site.origin, now })
  life.onClose('Stripe sandbox', async () => sandbox.close())
  sandbox.start()
  return sandbox
}

type Planning = {
  db: Kysely<PaperTables>
  outbox: Outbox<JobPayloads>
  settings: Settings
  now: () => number
}

/** Schedules recurring jobs that are not scheduled yet. */
const planWork = async ({ db, outbox, settings, now }: Planning): Promise<void> => {
  const { site, openAlex, crossref } = settings
  await planNight({ db, outbox }, { settings, web: createWeb(settings, now) })
  await planCitations(db, site.origin, now())
  await planWatching({ db, outbox }, now())
  await planMoneyNight(db, site.origin, now())
  await planUpkeep({ db: db, outbox })
  // Without a service to ask there is nothing to plan.
  if (openAlex.url !== null || crossref.url !== null) await planAsking(db, site.origin, now())
}

type Reading = { life: Lifecycle; db: Kysely<PaperTables>; settings: Settings; onNotice: (sentence: string) => void }

/** Opens the configured replica for reads that tolerate one second of staleness. */
const openReads = async ({ life, db, settings, onNotice }: Reading): Promise<MayBeOld<PaperTables>> => {
  const url = settings.site.replicaUrl?.reveal()
  const replica = url === undefined ? withoutReplica(db) : await openReplica(db, { url, onChange: onNotice })
  life.onClose('read replica', replica.close)
  return replica.mayBeOld
}

/** Opens all dependencies of the features in order, and the application on top; `life` closes them. */
export const openSite = async ({ life, settings, logger, renderer: given }: SiteParts) => {
  const { site, openAlex, crossref } = settings
  const metrics = createMetrics()
  countBackups(metrics, settings.dataDir)
  const onNotice = (sentence: string) => logger.warn(sentence)
  const now = Date.now

  const db = await openSiteDatabase<PaperTables>(settings)
  life.onClose('site database', () => db.destroy())
  noteMoved(sitePlaceOf(settings), now())

  const mayBeOld = await openReads({ life, db, settings, onNotice })

  const { works, references } = await openWorks({ life, db, settings, onNotice, now })

  const pictures = createSharePictures({ onNotice })
  life.onClose('share pictures', () => pictures.close())

  const limits = createLimits(siteLimits, {
    prefix: 'site',
    logger,
    scale: settings.limitsScale,
    redisUrl: settings.redisUrl,
    metrics,
  })
  life.onClose('limits', () => limits.close())

  const outbox = createOutbox<JobPayloads, PaperTables>(db, { logger, metrics, now })
  const papers = createPapers({
    db,
    outbox,
    lookUpWorks: works.lookUp,
    openAlex: openAlex.url === null ? null : { url: openAlex.url, apiKey: openAlex.apiKey?.reveal() },
    crossref: crossref.url === null ? null : { url: crossref.url },
    origin: site.origin,
    contact: settings.mail.contact,
    sections: paperSectionsReader(features, { db, settings, now }),
    attempts: attemptsReader(features, db),
    notes: notesReader(features, db),
    mayAskOutside: address => limits.take('lookUpOutside', { address }),
    logger,
    now,
  })

  const secrets = openCallerSecrets(settings)
  const webhookKeys = secrets.map(secret => webhookKeyOf(secret, settings.identity.publicToken))
  const signCall = createSignCall(secrets, now)
  const mailer = openMailer(settings, signCall)
  life.onClose('mail', async () => mailer.close())

  const sandbox = openSandboxIfAny(life, settings, now)
  const renderer = given ?? (await createRenderer({ distDir: siteDist, pages }))
  const { app, jobs } = createApp({
    settings,
    logger,
    metrics,
    renderer,
    now,
    db,
    mayBeOld,
    outbox,
    limits,
    papers,
    secrets,
    proofs: createProofs({ db: db.$extendTables<ProofTables>().$pickTables<keyof ProofTables>(), secrets, now }),
    signCall,
    readWebhook: createReadWebhook(webhookKeys, now),
    stripe: sandbox?.access ?? stripeOf(settings, now),
    sandbox,
    mailer,
    searchWorks: works.search,
    pictures,
    references,
    outside: options =>
      createOutsideService({ ...options, userAgent: `Corroborate (${site.origin})`, onChange: onNotice, now }),
    checks: { database: () => checkWrites(db) },
    helpers: { search: works.check },
    isDraining: life.isDraining,
  })
  await planWork({ db, outbox, settings, now })
  const worker = outbox.startWorker(jobs)
  life.onClose('outbox worker', () => worker.stop())
  life.onClose('paper refreshes', () => papers.close())
  return { app, papers, renderer, metrics }
}
