import { join } from 'node:path'
import { createMetrics } from '@corroborate/server-kit/health'
import { createLimits } from '@corroborate/server-kit/limits'
import { createOutbox, type OutboxTables, outboxMigration } from '@corroborate/server-kit/outbox'
import { readSettings } from '@corroborate/server-kit/settings'
import { testLogger } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { createApp } from '../app.ts'
import type { PageModels, PageName } from '../browser/index.ts'
import { siteLimits } from '../limits.ts'
import { createOutsideService } from '../outside/index.ts'
import type { PaperPageModel } from '../papers/index.ts'
import { createPeople, type Person } from '../people/index.ts'
import {
  createBrowserSession,
  createIdentityProvider,
  createProjectVerifier,
  createSessions,
  type Reader,
  type SignInJobs,
  type SignInTables,
  signInMigration,
  tellProvider,
} from '../sign-in/index.ts'
import { type VoteTables, voteMigration, votesReader } from '../votes/index.ts'

export type AppTables = SignInTables & VoteTables & OutboxTables
export const appMigrations = [outboxMigration, signInMigration, voteMigration]

/** What a page of the app under test is made of: its body is this as JSON. */
export type ShownPage = { [P in PageName]: { page: P; model: PageModels[P]; reader: Reader; head: object } }[PageName]

type AppUnderTestOptions = {
  db: Kysely<AppTables>
  /** Where the identity provider is. */
  identity?: string
  settings?: Record<string, string>
  record?: PaperPageModel['record']
  now?: () => number
}

/**
 * The site's application in this process, with papers of no interest: each page is the JSON of what it would show. Requests
 * come from a browser that stands at no page of ours unless their headers say otherwise.
 */
export const appUnderTest = ({
  db,
  identity,
  settings = {},
  record = 'found',
  now = Date.now,
}: AppUnderTestOptions) => {
  const { logger, lines } = testLogger()
  const metrics = createMetrics()
  const read = readSettings({ ...settings, ...(identity && { IDENTITY_ORIGIN: identity }) })
  const secure = read.site.origin.startsWith('https:')
  const limits = createLimits(siteLimits, { prefix: 'test', logger, metrics, scale: read.limitsScale })
  const outbox = createOutbox<SignInJobs, AppTables>(db, { logger })
  const people = createPeople({ secure })
  const service = createOutsideService({ name: 'The identity provider', userAgent: 'test', failurePause: 200 })
  const provider = createIdentityProvider({ ...read.identity, service })
  const verifier = createProjectVerifier({ issuer: read.identity.origin, service, now })
  const sessions = createSessions({
    db: db.$pickTables<'accounts' | 'ended_sessions'>(),
    provider,
    ...verifier,
    limits,
    logger,
    now,
  })
  const browser = createBrowserSession({ secure, db, outbox, people, sessions, provider, logger, now })
  const readVotes = votesReader(db.$pickTables<keyof VoteTables>())
  let papersShown = 0
  const app = createApp({
    settings: read,
    logger,
    metrics,
    renderer: {
      render: (page, model, { reader, head }) => JSON.stringify({ page, model, reader, head }),
      preload: { home: '', results: '', paper: '', authenticate: '', login: '', logout: '', error: '' },
      clientDir: join(import.meta.dirname, '../browser/public'),
    },
    db: db.$pickTables<keyof VoteTables>(),
    people,
    signIn: { browser, sessions, provider },
    papers: {
      page: async (doi, person: Person | null) => {
        papersShown += 1
        const model = { ...anyPaper, doi, path: `/${doi}`, record, votes: await readVotes(doi, person) }
        return { kind: 'page', model, facts: null }
      },
      cite: async () => new Response(),
      facts: { find: async () => ({ kind: 'not-found' }), findNear: async () => ({ kind: 'not-found' }) },
      jobs: { 'papers.refresh': async () => {} },
      learn: async () => {},
      close: async () => {},
    },
    findWorks: async () => ({ kind: 'found', works: [] }),
    limits,
    checks: {},
    isDraining: () => false,
  })
  return {
    app,
    origin: read.site.origin,
    logged: lines,
    jobs: tellProvider(provider),
    papersShown: () => papersShown,
  }
}

const anyPaper: PaperPageModel = {
  doi: '10.1000/x',
  doiUrl: 'https://doi.org/10.1000/x',
  path: '/10.1000/x',
  record: 'found',
  kind: null,
  title: null,
  authors: [],
  authorsTruncated: false,
  journal: null,
  year: null,
  known: { summary: 'Nothing.', from: 2026, to: 2026, facts: [] },
  votes: { mine: null, counts: { upvotes: 0, downvotes: 0, signedIn: 0 } },
}
