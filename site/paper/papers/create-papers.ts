import { runTransaction } from '@corroborate/server-kit/database'
import type { Logger } from '@corroborate/server-kit/logging'
import type { Handlers, Outbox, OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { createOutsideService } from '../../kit/outside/index.ts'
import type { Person } from '../../kit/people/index.ts'
import { type KnownTables, knownReader, type SourceTables, sourcesReader } from '../known/index.ts'
import type { PictureModel } from '../share-picture/index.ts'
import { readableTitle } from '../titles/index.ts'
import type { Work, WorkAnswer } from '../works-index/index.ts'
import { createCiteCall } from './cite-call.ts'
import { askCrossref } from './crossref.ts'
import type { FactsAnswer, PaperFacts } from './facts.ts'
import { type FactsTables, factsOfManyReader, factsReader } from './facts-store.ts'
import { createFindFacts, type FactsSources, type FindFacts, type MayAsk } from './find-facts.ts'
import { askOpenAlex } from './open-alex.ts'
import { createPaperView, type PaperView, type PaperViewSources } from './paper-view.ts'
import { createReadPicture } from './read-picture.ts'
import { noDetails } from './record-details.ts'
import { createRefresh, keep } from './refresh.ts'
import { createRefreshQueue } from './refresh-queue.ts'
import { createReadSummaries, type ReadStatuses, type ReadSummaries, statusesIn } from './statuses.ts'
import { type ReadAttempts, type ReadNotes, withToldHere } from './told-here.ts'
import { type VersionsTables, versionsReader } from './versions.ts'

export type PapersOptions<Visitor> = {
  /** `db.$pickTables<keyof PaperTables>()` of the site's database. */
  db: Kysely<PaperTables>
  outbox: Pick<Outbox<PaperJobs>, 'enqueue'>
  /** The local index's look-up by DOI. */
  findWork: (doi: Doi) => WorkAnswer
  /** The works of the local index with a title. */
  findTitled: (title: string) => readonly Work[]
  /** Null switches the service off. */
  openAlex: { url: string; apiKey: string | undefined } | null
  crossref: { url: string } | null
  /** Address of this site, and of a person who answers for it: services ask to be told who calls. */
  origin: string
  contact: string | undefined
  /** What features add to a paper's page. */
  sections: PaperViewSources<Visitor>['sections']
  /** Attempts to repeat papers that features know of. */
  attempts: ReadAttempts
  /** What readers say of a paper, as features know of it. */
  notes: ReadNotes
  /** Counts one look-up of a paper outside for the address that causes it, and says whether it may. */
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
  /** What the share picture of a paper shows, from our own sources only. */
  picture: (doi: Doi) => Promise<PictureModel>
  /** What a paper is, from the nearest source. */
  facts: FindFacts
  /** What is known about the papers of a list, in one word each. */
  statuses: ReadStatuses
  /** What the papers of a list are, and what is known about them, from our own sources. */
  summaries: ReadSummaries
  /** For the outbox's worker: asks the services again about one paper. */
  jobs: Required<Handlers<PaperJobs>>
  /** Keeps facts that came along with something else, such as a search, so that their pages need not ask again. */
  learn: (facts: readonly PaperFacts[]) => Promise<void>
  /** Writes down the refreshes that still wait. */
  close: () => Promise<void>
}

/** The tables that papers are kept in, and the outbox. */
export type PaperTables = FactsTables & VersionsTables & KnownTables & SourceTables & OutboxTables

export type PaperJobs = { 'papers.refresh': { doi: string } }

/** The papers of the site, wired to their sources (ADR 0007). */
export const createPapers = <Visitor>(options: PapersOptions<Visitor>): Papers<Visitor> => {
  const {
    db,
    findWork,
    findTitled,
    openAlex,
    crossref,
    origin,
    contact,
    sections,
    attempts,
    notes,
    outbox,
    mayAskOutside,
    logger,
    now,
  } = options
  const userAgent = `Corroborate (${origin}${contact === undefined ? '' : `; mailto:${contact}`})`
  const papersDb = db.$pickTables<keyof (FactsTables & VersionsTables & KnownTables)>()
  const service = (name: string) =>
    createOutsideService({ name, userAgent, now, onChange: sentence => logger.info(sentence) })

  const openAlexService = openAlex === null ? null : service('OpenAlex')
  const crossrefService = crossref === null ? null : service('Crossref')
  const fromOpenAlex =
    openAlex === null || openAlexService === null ? null : askOpenAlex({ ...openAlex, service: openAlexService, now })
  const fromCrossref =
    crossref === null || crossrefService === null
      ? null
      : askCrossref({ ...crossref, service: crossrefService, mailto: contact, now })

  const queue = createRefreshQueue({
    enqueue: dois =>
      runTransaction(db, async tx => {
        for (const doi of dois)
          await outbox.enqueue(tx.$pickTables<'outbox'>(), { kind: 'papers.refresh', payload: { doi }, key: doi })
      }),
    isWorthwhile: () => [openAlexService, crossrefService].some(outside => outside?.isReachable() ?? false),
    onError: error => logger.error({ err: error }, 'Refreshes of papers could not be written down.'),
    now,
  })

  /** A page shows facts even when they could not be kept. */
  const save: FactsSources['save'] = async (doi, told) => {
    try {
      await keep(papersDb, doi, told, now())
    } catch (error) {
      logger.error({ err: error }, `The facts of ${doi} could not be kept.`)
    }
  }

  const refresh = createRefresh({ db: papersDb, openAlex: fromOpenAlex, crossref: fromCrossref, now })

  const local = (doi: Doi): FactsAnswer => {
    const answer = findWork(doi)
    return answer.kind === 'found' ? { kind: 'found', facts: factsOf(doi, answer.work) } : answer
  }
  const near = { local, titled: (title: string) => findTitled(title).map(work => factsOf(work.doi, work)) }
  const factsDb = db.$pickTables<'paper_facts'>()
  const facts = createFindFacts({
    stored: factsReader(factsDb),
    local,
    outside: [fromOpenAlex, fromCrossref].filter(ask => ask !== null),
    save,
    refreshLater: queue.refreshLater,
    mayAskOutside,
    now,
  })
  const knownDb = db.$pickTables<keyof KnownTables>()
  const known = withToldHere(knownReader(knownDb), { attempts, notes })
  const crossrefState = () =>
    crossrefService === null ? 'off' : crossrefService.isReachable() ? ('reachable' as const) : 'silent'
  const storedOfMany = factsOfManyReader(factsDb)
  const summaries = createReadSummaries({ known, stored: storedOfMany, near })
  const statuses = statusesIn(summaries)
  return {
    page: createPaperView({
      facts,
      known,
      versions: versionsReader(db.$pickTables<keyof VersionsTables>()),
      statuses,
      sources: sourcesReader(db.$pickTables<keyof SourceTables>()),
      crossref: crossrefState,
      near,
      sections,
      now,
    }),
    cite: createCiteCall({ facts, statuses }),
    picture: createReadPicture({ facts, known, near, now }),
    facts,
    statuses,
    summaries,
    jobs: { 'papers.refresh': ({ doi }) => refresh(storedDoi(doi)) },
    async learn(found) {
      const kept = await storedOfMany(found.map(({ doi }) => doi))
      for (const paper of found) {
        // What was asked for by itself says more than a list does.
        if ((kept.get(paper.doi)?.details ?? null) !== null) continue
        await save(paper.doi, { facts: paper, updates: null, versions: [] })
        if (paper.authorsTruncated) queue.refreshLater(paper.doi)
      }
    },
    close: queue.close,
  }
}

const factsOf = (doi: Doi, { authors, citedBy, ...work }: Work): PaperFacts => ({
  ...work,
  doi,
  title: work.title === null ? null : readableTitle(work.title),
  authors: [...authors],
  details: { ...noDetails, citedBy },
  fetchedAt: null,
})
