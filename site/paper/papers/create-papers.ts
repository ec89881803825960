import { runTransaction } from '@corroborate/server-kit/database'
import type { Logger } from '@corroborate/server-kit/logging'
import type { Handlers, Outbox, OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'
import type { CitationTables } from '../citations/index.ts'
import { type KnownTables, knownFrom, knownReader, type SourceTables, sourcesReader } from '../known/index.ts'
import { type PictureModel, pictureModel } from '../share-picture/index.ts'
import { createCiteCall } from './cite-call.ts'
import { openServices, type Services, type ServicesOptions } from './crossref.ts'
import { type FactsTables, factsOfManyReader, factsReader, type PaperFacts } from './facts-store.ts'
import { createFindFacts, type FactsSources, type FindFacts, type MayAsk } from './find-facts.ts'
import { type LookUpLocally, type LookUpWorks, lookUpLocally } from './local-index.ts'
import {
  createPaperView,
  type EvidenceReader,
  type PaperView,
  type PaperViewSources,
  type ReadAttempts,
  type ReadNotes,
  withCommunityEvidence,
  withRecord,
} from './paper-view.ts'
import { createReadPapers, type ReadPapers } from './read-papers.ts'
import { createRefresh, keep } from './refresh.ts'
import { createReadSummaries, evidenceOf, type ReadStatuses, type ReadSummaries, statusesIn } from './statuses.ts'
import { type VersionsTables, versionsOfManyReader, versionsReader } from './versions.ts'

type LearnOptions = {
  /** Returns the stored metadata of listed papers. */
  stored: (dois: readonly Doi[]) => Promise<Map<Doi, PaperFacts>>
  save: FactsSources['save']
  refreshLater: (doi: Doi) => void
}

/** Stores metadata from lists, such as search results, so that the papers' pages need not fetch it again. */
export const createLearn =
  ({ stored, save, refreshLater }: LearnOptions) =>
  async (found: readonly PaperFacts[]): Promise<void> => {
    const kept = await stored(found.map(({ doi }) => doi))
    for (const paper of found) {
      // A paper fetched individually has more details than a list.
      if ((kept.get(paper.doi)?.details ?? null) !== null) continue
      await save(paper.doi, { facts: paper, updates: null, versions: [], references: [] })
      if (paper.authorsTruncated) refreshLater(paper.doi)
    }
  }

type Sources = {
  facts: Pick<FindFacts, 'findNear'>
  known: Pick<EvidenceReader, 'one'>
  near: LookUpLocally
  now: () => number
}

/** Reads the model of a paper's share image from local data. */
export const createReadPicture =
  ({ facts, known, near, now }: Sources) =>
  async (doi: Doi): Promise<PictureModel> => {
    const [answer, stored] = await Promise.all([facts.findNear(doi), known.one(doi)])
    const found = answer.kind === 'found' ? answer.facts : null
    const { evidence, told } = await near(index => {
      const evidence = evidenceOf(doi, found, stored, index)
      return { evidence, told: knownFrom(evidence, stored.notes, now()) }
    })
    return pictureModel({
      doi,
      title: evidence.title,
      authors: found?.authors ?? [],
      journal: found?.journal ?? null,
      year: evidence.year,
      known: { ...told, status: withRecord(told.status, answer, null) },
    })
  }

export type RefreshQueueOptions = {
  /** Writes jobs down, in one transaction. */
  enqueue: (dois: readonly Doi[]) => Promise<void>
  /** False while no service is available. */
  isWorthwhile: () => boolean
  onError: (error: unknown) => void
  now: () => number
}

type RefreshQueue = {
  /** Returns at once; the job is written down within a second. */
  refreshLater: (doi: Doi) => void
  /** Flushes the queue. */
  close: () => Promise<void>
}

/** Batching delay before papers are written, in ms. */
const pause = 1000
const mostAtOnce = 10
/** An hour, in ms. */
const askedAgainAfter = 3_600_000
const mostRemembered = 20_000

/**
 * Batches papers to refresh, so that no page waits for a write, and readers or crawlers cannot flood the external services: at most ten
 * papers a second, each once an hour. A dropped paper is requested again by its page's next view.
 */
export const createRefreshQueue = ({ enqueue, isWorthwhile, onError, now }: RefreshQueueOptions): RefreshQueue => {
  /** Last request of each paper. */
  const askedAt = new LRUCache<Doi, number>({ max: mostRemembered })
  let waiting: Doi[] = []
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    timer = null
    const dois = waiting
    waiting = []
    if (dois.length === 0) return
    try {
      await enqueue(dois)
    } catch (error) {
      onError(error)
    }
  }

  return {
    refreshLater(doi) {
      const before = askedAt.get(doi)
      if (waiting.length >= mostAtOnce || (before !== undefined && now() - before < askedAgainAfter)) return
      if (!isWorthwhile()) return
      askedAt.set(doi, now())
      waiting.push(doi)
      timer ??= setTimeout(() => void flush(), pause).unref()
    },
    async close() {
      if (timer !== null) clearTimeout(timer)
      await flush()
    },
  }
}

export type PapersOptions<Visitor> = ServicesOptions & {
  /** Looks up in the works of ours. */
  lookUpWorks: LookUpWorks
  /** `db` of the site's database. */
  db: Kysely<PaperTables>
  outbox: Pick<Outbox<PaperJobs>, 'enqueue'>
  /** Sections that features add to a paper's page. */
  sections: PaperViewSources<Visitor>['sections']
  /** Attempts to repeat papers that features know of. */
  attempts: ReadAttempts
  /** Community notes on a paper, from features. */
  notes: ReadNotes
  /** Counts an external lookup of a paper against the client address's rate limit, and returns whether it is allowed. */
  mayAskOutside: (address: string) => Promise<MayAsk>
  logger: Pick<Logger, 'info' | 'error'>
  now: () => number
}

/** The port of a feature that takes papers. */
export type WithPapers = { papers: Papers<Person | null> }

export type Papers<Visitor> = {
  /** The view model of a paper's page, for a visitor at an address. */
  page: (doi: Doi, visitor: Visitor, address: string) => Promise<PaperView>
  /** GET /{doi}/cite/{format}. */
  cite: (doi: Doi, format: string, address: string) => Promise<Response>
  /** Model of a paper's share image, from local data only. */
  picture: (doi: Doi) => Promise<PictureModel>
  /** Finds a paper's metadata in the nearest source. */
  facts: FindFacts
  statuses: ReadStatuses
  /** Reads metadata and statuses of listed papers from local data. */
  summaries: ReadSummaries
  /** The papers of a list and all that is known of them, from our own sources. */
  many: ReadPapers
  /** Returns those of the papers with local metadata. */
  ours: (dois: readonly Doi[]) => Promise<ReadonlySet<Doi>>
  /** Outbox handlers that refresh a paper from external services. */
  jobs: Required<Handlers<PaperJobs>>
  /** Stores metadata obtained with other data, such as a search, so that pages need not fetch it again. */
  learn: (facts: readonly PaperFacts[]) => Promise<void>
  /** Writes down the refreshes that still wait. */
  close: () => Promise<void>
}

/** The tables that papers are kept in, and the outbox. */
export type PaperTables = FactsTables & VersionsTables & KnownTables & CitationTables & SourceTables & OutboxTables

export type PaperJobs = { 'papers.refresh': { doi: string } }

/** The papers of the site, wired to their sources (docs/decisions/13). */
export const createPapers = <Visitor>(options: PapersOptions<Visitor>): Papers<Visitor> => {
  const { db, sections, attempts, notes, mayAskOutside, logger, now } = options
  const papersDb = db
  const factsDb = db
  const services = openServices(options)
  const { openAlex, crossref } = services
  const queue = refreshQueueOf(options, services)

  /** A page shows facts even when they could not be kept. */
  const save: FactsSources['save'] = async (doi, told) => {
    try {
      await keep(papersDb, doi, told, now())
    } catch (error) {
      logger.error({ err: error }, `Could not store the metadata of ${doi}.`)
    }
  }

  const near = lookUpLocally(options.lookUpWorks)
  const refresh = createRefresh({ db: papersDb, openAlex, crossref, now })
  const facts = createFindFacts({
    stored: factsReader(factsDb),
    local: doi => near(({ local }) => local(doi)),
    outside: [openAlex, crossref].filter(ask => ask !== null),
    save,
    refreshLater: queue.refreshLater,
    mayAskOutside,
    now,
  })
  const known = withCommunityEvidence(knownReader(db), { attempts, notes })
  const stored = factsOfManyReader(factsDb)
  const summaries = createReadSummaries({ known, stored, near })
  const statuses = statusesIn(summaries)
  const versionsDb = db
  const [versions, versionsOfMany] = [versionsReader(versionsDb), versionsOfManyReader(versionsDb)]
  const sources = sourcesReader(db)
  const { crossrefState } = services
  return {
    page: createPaperView({ facts, known, versions, statuses, sources, crossref: crossrefState, near, sections, now }),
    cite: createCiteCall({ facts, statuses }),
    picture: createReadPicture({ facts, known, near, now }),
    facts,
    statuses,
    summaries,
    many: createReadPapers({ known, stored, versions: versionsOfMany, statuses, near, now }),
    ours: async dois => {
      const [kept, local] = await Promise.all([stored(dois), near(({ localMany }) => localMany(dois))])
      return new Set([...kept.keys(), ...local.keys()])
    },
    jobs: { 'papers.refresh': ({ doi }) => refresh(storedDoi(doi)) },
    learn: createLearn({ stored, save, refreshLater: queue.refreshLater }),
    close: queue.close,
  }
}

type RefreshOptions = Pick<PapersOptions<unknown>, 'db' | 'outbox' | 'logger' | 'now'>

/** Papers to be refreshed are jobs of the outbox. */
const refreshQueueOf = ({ db, outbox, logger, now }: RefreshOptions, { isAnyReachable }: Services): RefreshQueue =>
  createRefreshQueue({
    enqueue: dois =>
      runTransaction(db, async tx => {
        for (const doi of dois)
          await outbox.enqueue(tx.$pickTables<'outbox'>(), { kind: 'papers.refresh', payload: { doi }, key: doi })
      }),
    isWorthwhile: isAnyReachable,
    onError: error => logger.error({ err: error }, 'Could not schedule metadata refreshes.'),
    now,
  })
