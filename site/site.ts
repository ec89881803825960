import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { createMetrics } from '@corroborate/server-kit/health'
import type { Lifecycle } from '@corroborate/server-kit/lifecycle'
import { createLimits } from '@corroborate/server-kit/limits'
import type { Logger } from '@corroborate/server-kit/logging'
import { createOutbox } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import { sql } from 'kysely'
import { createApp } from './app.ts'
import { siteDist } from './dist.ts'
import { createRenderer, type Renderer } from './http/index.ts'
import { siteLimits } from './limits.ts'
import { type SiteTables, siteDatabaseFile, siteMigrations } from './migrations.ts'
import { createOutsideService } from './outside/index.ts'
import {
  createPapers,
  hasNoStarter,
  type KnownTables,
  type PaperJobs,
  type PaperTables,
  replaceStarter,
} from './papers/index.ts'
import { createPeople, type Person } from './people/index.ts'
import { createFindWorks, createOpenAlexSearch, foundIn, mostResults, type SearchTables } from './search/index.ts'
import {
  createBrowserSession,
  createIdentityProvider,
  createProjectVerifier,
  createSessions,
  type SignInJobs,
  tellProvider,
} from './sign-in/index.ts'
import { type VoteTables, votesReader } from './votes/index.ts'
import { loadStarterCorpus } from './works-import/index.ts'
import { createSearchPool, openWorksReader, worksIndexFile } from './works-index/index.ts'

const starterCorpus = join(import.meta.dirname, 'starter-corpus')

type SiteParts = {
  life: Lifecycle
  settings: Settings
  logger: Logger
  /** Renders from something else than the last build. */
  renderer?: Renderer
}

/** Opens the site and serves it on its port. */
export const startSite = async (parts: SiteParts): Promise<void> => {
  const { app } = await openSite(parts)
  const { port } = parts.settings.site
  await parts.life.listen({ name: 'site', app, port, portVariable: 'PORT', host: parts.settings.host })
}

/** Opens everything the site needs, in order; what is opened here is closed by `life`. */
export const openSite = async ({ life, settings, logger, renderer: given }: SiteParts) => {
  const { site, openAlex, crossref, dataDir } = settings
  const metrics = createMetrics()
  const onNotice = (sentence: string) => logger.warn(sentence)

  const db = await openDatabase<SiteTables>({
    url: site.databaseUrl?.reveal(),
    file: join(dataDir, siteDatabaseFile),
    migrations: siteMigrations,
  })
  life.onClose('site database', () => db.destroy())

  const indexFile = join(dataDir, worksIndexFile)
  const knownDb = db.$pickTables<keyof KnownTables>()
  await loadStarterCorpus({
    folder: starterCorpus,
    indexFile,
    store: { isEmpty: () => hasNoStarter(knownDb), replace: known => replaceStarter(knownDb, known) },
    onNotice,
  })
  const works = openWorksReader(indexFile, { onNotice })
  life.onClose('works index', () => works.close())
  const searchPool = createSearchPool({ file: indexFile, threads: Math.min(2, availableParallelism()), onNotice })
  life.onClose('search workers', () => searchPool.close())

  const limits = createLimits(siteLimits, {
    prefix: 'site',
    logger,
    scale: settings.limitsScale,
    redisUrl: settings.redisUrl,
    metrics,
  })
  life.onClose('limits', () => limits.close())

  const outbox = createOutbox<PaperJobs & SignInJobs, SiteTables>(db, { logger, metrics })
  const votesDb = db.$pickTables<keyof VoteTables>()
  const openAlexAt = openAlex.url === null ? null : { url: openAlex.url, apiKey: openAlex.apiKey?.reveal() }
  const papers = createPapers<Person | null>({
    db: db.$pickTables<keyof PaperTables>(),
    outbox,
    findWork: doi => works.findWork(doi),
    openAlex: openAlexAt,
    crossref: crossref.url === null ? null : { url: crossref.url },
    origin: site.origin,
    contact: settings.mail.contact,
    votes: votesReader(votesDb),
    logger,
  })

  const people = createPeople({ secure: site.origin.startsWith('https:') })
  const identityService = createOutsideService({
    name: 'The identity provider',
    userAgent: `Corroborate (${site.origin})`,
    // It is ours, and people wait for it: they shall not wait long once it is back.
    failurePause: 2_000,
    onChange: onNotice,
  })
  const provider = createIdentityProvider({ ...settings.identity, service: identityService })
  const verifier = createProjectVerifier({ issuer: settings.identity.origin, service: identityService })
  const sessions = createSessions({
    db: db.$pickTables<'accounts' | 'ended_sessions'>(),
    provider,
    ...verifier,
    limits,
    logger,
  })
  const browserSession = createBrowserSession({
    secure: site.origin.startsWith('https:'),
    db: db.$pickTables<'accounts' | 'ended_sessions' | 'outbox' | 'votes' | 'vote_counts'>(),
    outbox,
    people,
    sessions,
    provider,
    logger,
  })

  const worker = outbox.startWorker({ ...papers.jobs, ...tellProvider(provider) })
  life.onClose('outbox worker', () => worker.stop())
  life.onClose('paper refreshes', () => papers.close())

  const findWorks = createFindWorks({
    local: query => searchPool.search(query, mostResults),
    byDoi: async doi => {
      const answer = await papers.facts.find(doi)
      return answer.kind === 'found' ? foundIn(answer.facts) : null
    },
    outside:
      openAlexAt === null
        ? null
        : createOpenAlexSearch({
            ...openAlexAt,
            service: createOutsideService({
              name: 'OpenAlex search',
              // Somebody is typing: the next word may be asked for soon.
              usualPause: 2_000,
              userAgent: `Corroborate (${site.origin})`,
              onChange: onNotice,
            }),
            db: db.$pickTables<keyof SearchTables>(),
            learn: papers.learn,
            now: Date.now,
          }),
  })

  const renderer = given ?? (await createRenderer({ distDir: siteDist }))
  const app = createApp({
    settings,
    logger,
    metrics,
    renderer,
    db: votesDb,
    people,
    signIn: { browser: browserSession, sessions, provider },
    papers,
    findWorks,
    limits,
    checks: { database: () => sql`select 1`.execute(db) },
    isDraining: life.isDraining,
  })
  return { app, papers, renderer }
}
