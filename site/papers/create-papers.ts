import type { Kysely } from 'kysely'
import type { Doi } from '../doi/index.ts'
import { createOutsideService } from '../outside/index.ts'
import type { Work } from '../works-index/index.ts'
import { createCiteCall } from './cite-call.ts'
import { askCrossref } from './crossref.ts'
import type { PaperFacts } from './facts.ts'
import { type FactsTables, factsReader } from './facts-store.ts'
import { createFindFacts, type FactsSources, type FindFacts } from './find-facts.ts'
import { type KnownTables, knownReader } from './known-store.ts'
import type { VoteModel } from './model.ts'
import { askOpenAlex } from './open-alex.ts'
import { createPaperPage, type PaperPageResult } from './page.ts'
import { createRefresh, keep } from './refresh.ts'
import { createRefreshQueue } from './refresh-queue.ts'

export type PapersOptions<Visitor> = {
  db: Kysely<FactsTables & KnownTables>
  /** The local index's look-up by DOI. */
  findWork: (doi: Doi) => Work | null
  /** Null switches the service off. */
  openAlex: { url: string; apiKey: string | undefined } | null
  crossref: { url: string } | null
  /** Address of this site, and of a person who answers for it: services ask to be told who calls. */
  origin: string
  contact: string | undefined
  votes: (doi: Doi, visitor: Visitor) => Promise<VoteModel>
  /** Writes down jobs that end in `refresh`. */
  enqueueRefresh: (dois: readonly Doi[]) => Promise<void>
  log: { info: (sentence: string) => void; error: (error: unknown, sentence: string) => void }
  now?: () => number
}

export type Papers<Visitor> = {
  /** The view model of a paper's page. */
  page: (doi: Doi, visitor: Visitor) => Promise<PaperPageResult>
  /** GET /{doi}/cite/{format}. */
  cite: (doi: Doi, format: string) => Promise<Response>
  /** What a paper is, from the nearest source. */
  facts: FindFacts
  /** The job behind `enqueueRefresh`. */
  refresh: (doi: Doi) => Promise<void>
  /** Writes down the refreshes that still wait. */
  close: () => Promise<void>
}

/** Kind of the outbox job that refreshes one paper; its payload is the DOI. */
export const REFRESH_JOB = 'papers.refresh'

/** The papers of the site, wired to their sources (ADR 0007). */
export function createPapers<Visitor>(options: PapersOptions<Visitor>): Papers<Visitor> {
  const { db, findWork, openAlex, crossref, origin, contact, votes, enqueueRefresh, log, now = Date.now } = options
  const userAgent = `Corroborate (${origin}${contact === undefined ? '' : `; mailto:${contact}`})`
  const service = (name: string) => createOutsideService({ name, userAgent, now, onChange: log.info })

  const openAlexService = openAlex === null ? null : service('OpenAlex')
  const crossrefService = crossref === null ? null : service('Crossref')
  const fromOpenAlex =
    openAlex === null || openAlexService === null ? null : askOpenAlex({ ...openAlex, service: openAlexService, now })
  const fromCrossref =
    crossref === null || crossrefService === null
      ? null
      : askCrossref({ ...crossref, service: crossrefService, mailto: contact, now })

  const queue = createRefreshQueue({
    enqueue: enqueueRefresh,
    isWorthwhile: () => [openAlexService, crossrefService].some(outside => outside?.isReachable() ?? false),
    onError: error => log.error(error, 'Refreshes of papers could not be written down.'),
    now,
  })

  /** A page shows facts even when they could not be kept. */
  const save: FactsSources['save'] = async (doi, facts, updates) => {
    try {
      await keep(db, doi, facts, updates, now())
    } catch (error) {
      log.error(error, `The facts of ${doi} could not be kept.`)
    }
  }

  const local = (doi: Doi): PaperFacts | null => {
    const work = findWork(doi)
    return work === null ? null : factsOf(doi, work)
  }
  const facts = createFindFacts({
    stored: factsReader(db.$pickTables<'paper_facts'>()),
    local,
    outside: [fromOpenAlex, fromCrossref].filter(ask => ask !== null),
    save,
    refreshLater: queue.refreshLater,
    now,
  })
  return {
    page: createPaperPage({ facts, known: knownReader(db.$pickTables<keyof KnownTables>()), local, votes, now }),
    cite: createCiteCall(facts),
    facts,
    refresh: createRefresh({ db, openAlex: fromOpenAlex, crossref: fromCrossref, now }),
    close: queue.close,
  }
}

function factsOf(doi: Doi, { title, authors, journal, year, type, retracted, source }: Work): PaperFacts {
  return { doi, title, authors: [...authors], journal, year, type, retracted, source, fetchedAt: null }
}
