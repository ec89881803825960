import { join } from 'node:path'
import { withoutReplica } from '@corroborate/server-kit/database'
import { createMetrics } from '@corroborate/server-kit/health'
import { createSignCall } from '@corroborate/server-kit/known-caller'
import { createLimits, type Limits } from '@corroborate/server-kit/limits'
import type { Mailer } from '@corroborate/server-kit/mail'
import { createOutbox, type JobPayloads, type OutboxTables } from '@corroborate/server-kit/outbox'
import { readSettings } from '@corroborate/server-kit/settings'
import { testLogger } from '@corroborate/server-kit/testing'
import { createReadWebhook, webhookKeyOf } from '@corroborate/server-kit/webhooks'
import type { Kysely } from 'kysely'
import { createProofs, type Proofs } from '../accounts/proofs/create-proofs.ts'
import type { SignInTables } from '../accounts/sign-in/index.ts'
import { type AppParts, createApp } from '../app/app.ts'
import { features } from '../app/features.ts'
import { siteLimits } from '../app/limits.ts'
import type { PageModels } from '../app/pages.ts'
import { paperSectionsReader } from '../kit/feature/index.ts'
import { createOutsideService } from '../kit/outside/index.ts'
import type { Reader } from '../kit/page/reader.ts'
import type { Sandbox } from '../money/stripe-sandbox/index.ts'
import type { WatchTables } from '../news/watches/index.ts'
import { findCandidates, readReferences } from '../open/reference-check/index.ts'
import type { ActivityTables } from '../paper/activity/index.ts'
import { nothingKnown, type Status } from '../paper/known/index.ts'
import type { PaperPageModel } from '../paper/papers/index.ts'
import { pictureModel } from '../paper/share-picture/index.ts'
import type { SearchPool } from '../paper/works-index/index.ts'
import type { VoteTables } from '../readers/votes/store.ts'

/** The tables that tests look into. */
export type AppTables = SignInTables & VoteTables & WatchTables & ActivityTables & OutboxTables

/** Page of the app under test, whose body is this as JSON. */
export type ShownPage = {
  [P in keyof PageModels]: { page: P; model: PageModels[P]; reader: Reader; head: object; nonce: string | null }
}[keyof PageModels]

/** Signing key of the app's requests to the provider. */
export const callerSecret = 'c'.repeat(43)

export type AppUnderTestOptions = {
  db: Kysely<AppTables>
  identity?: string
  settings?: Record<string, string>
  /** In place of the site's own limits. */
  limits?: Limits<keyof typeof siteLimits> | null
  /** In place of made-up papers. */
  papers?: AppParts['papers']
  record?: PaperPageModel['record']
  /** Seconds until retry of a rate-limited client on a paper's page. */
  retryAfter?: number | null
  /** The local index; without it nothing is found. */
  searchWorks?: SearchPool['search']
  now?: () => number
  /** Sandbox as Stripe; payments are disabled without. */
  sandbox?: Sandbox | null
  mailer?: Pick<Mailer, 'send'>
  /** Requires proof of work from everyone, not only from visitors close to a limit. */
  everybodyWorks?: boolean
}

/**
 * The site's application in-process with all features, except that paper content is stubbed, search finds nothing, and each page is its
 * model as JSON. By default requests come from a browser outside our pages.
 */
export const appUnderTest = ({
  db,
  identity,
  settings = {},
  limits = null,
  papers,
  record = 'found',
  retryAfter = null,
  searchWorks = async () => ({ kind: 'found', works: [] }),
  now = Date.now,
  sandbox = null,
  mailer = { send: async () => ({ kind: 'sent' }) },
  everybodyWorks = false,
}: AppUnderTestOptions) => {
  const { logger, lines } = testLogger()
  const metrics = createMetrics()
  const read = readSettings({
    OPENALEX_URL: 'off',
    CROSSREF_URL: 'off',
    RETRACTION_WATCH_URL: 'off',
    FORRT_URL: 'off',
    ...settings,
    ...(identity && { IDENTITY_ORIGIN: identity }),
  })
  const readSections = paperSectionsReader(features, { db, settings: read, now })
  let papersShown = 0
  const madeUpPapers: AppParts['papers'] = {
    page: async (doi, person) => {
      papersShown += 1
      const model = { ...anyPaper, doi, path: `/${doi}`, record, sections: await readSections(doi, person) }
      return { kind: 'page', model, facts: null, retryAfter }
    },
    cite: async () => new Response(),
    picture: async doi => pictureModel({ ...anyPaper, doi }),
    facts: { find: async () => ({ kind: 'not-found' }), findNear: async () => ({ kind: 'not-found' }) },
    statuses: async dois =>
      new Map(dois.filter(doi => doi.endsWith('retracted')).map(doi => [doi, { ...nothingKnown, kind: 'retracted' }])),
    summaries: async dois =>
      new Map(
        dois.map(doi => {
          const status = doi.endsWith('notice') ? noticeOf('10.1000/original') : nothingKnown
          return [doi, { title: `Title of ${doi}`, year: null, status }]
        }),
      ),
    many: async dois =>
      new Map(dois.map(doi => [doi, { ...anyPaper, doi, record: 'not-found' as const, versions: [] }])),
    ours: async () => new Set(),
    jobs: { 'papers.refresh': async () => {} },
    learn: async () => {},
    close: async () => {},
  }
  const { app, addresses, jobs } = createApp({
    settings: read,
    logger,
    metrics,
    renderer: {
      render: ({ name }, model, { reader, head, nonce }) => JSON.stringify({ page: name, model, reader, head, nonce }),
      renderYours: (sections, reader) => ({ shown: JSON.stringify({ sections, reader }) }),
      clientDir: join(import.meta.dirname, '../kit/browser/public'),
    },
    now,
    db,
    mayBeOld: withoutReplica(db).mayBeOld,
    outbox: createOutbox<JobPayloads, AppTables>(db, { logger, now: Date.now }),
    limits: limits ?? createLimits(siteLimits, { prefix: 'test', logger, metrics, scale: read.limitsScale }),
    papers: papers ?? madeUpPapers,
    secrets: [callerSecret],
    proofs: everybodyWorks ? withoutProofOfWork : createProofs({ db: db as never, secrets: [callerSecret], now }),
    signCall: createSignCall([callerSecret], now),
    stripe: sandbox?.access ?? null,
    sandbox,
    mailer,
    references: {
      read: async bytes => readReferences(emptyIndex, bytes),
      find: async references => findCandidates(emptyIndex, references),
    },
    pictures: { kept: () => null, draw: async () => new Uint8Array() },
    readWebhook: createReadWebhook([webhookKeyOf(callerSecret, read.identity.publicToken)], now),
    searchWorks,
    outside: options => createOutsideService({ ...options, userAgent: 'test', now }),
    checks: {},
    isDraining: () => false,
  })
  return { app, addresses, origin: read.site.origin, logged: lines, jobs, papersShown: () => papersShown }
}

/** No paper is found by its title. */
const emptyIndex = {
  findWorks: () => new Map<never, never>(),
  findStarting: () => [],
  findGoingOn: () => [],
  findPmids: () => new Map<string, never>(),
}

const noticeOf = (doi: string): Status => ({
  ...nothingKnown,
  kind: 'notice',
  announces: { verb: 'retracts', papers: [{ doi, title: `Title of ${doi}`, href: `/${doi}` }], byTitle: false },
})

/** Accepts everyone as if with a proof of work, since solving one takes half a second. */
export const withoutProofOfWork: Proofs = {
  challenge: () => Promise.reject(new Error('Nobody is asked for work.')),
  requireWhenNear: async () => {},
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
  known: { status: nothingKnown, summary: 'Nothing.', from: 2026, to: 2026, facts: [] },
  details: { abstract: null, freeText: null, citedBy: null },
  versions: [],
  freshness: { told: '', silent: null },
  sections: {},
}
