import type { Kysely } from 'kysely'
import { type Doi, doiFromText, doiUrl, mayBeRegistered, paths } from '../../kit/doi/index.ts'
import {
  type CrossrefState,
  freshnessOf,
  type KnownReader,
  knownFrom,
  type NoteEntry,
  type ReplicationEntry,
  type Status,
  type sourcesReader,
} from '../known/index.ts'
import type { FactsAnswer, PaperFacts } from './facts-store.ts'
import type { FindFacts } from './find-facts.ts'
import type { LookUpLocally } from './local-index.ts'
import type { PaperPageModel } from './model.ts'
import { evidenceOf, type ReadStatuses } from './statuses.ts'
import type { PaperVersion } from './versions.ts'
import { recordToShow, versionsToShow } from './versions-to-show.ts'

/** Reads attempts to repeat some papers that features of the site know of. */
export type ReadAttempts = (dois: readonly Doi[]) => Promise<readonly ReplicationEntry[]>

/** Reads notes on a paper, aggregated into few entries. */
export type ReadNotes = (doi: Doi) => Promise<readonly NoteEntry[]>

/** Evidence from stores and from the community. */
export type EvidenceReader = Pick<KnownReader, 'many'> & {
  one: (doi: Doi) => Promise<Awaited<ReturnType<KnownReader['one']>> & { notes: readonly NoteEntry[] }>
}

/** Combines stored evidence with features' replications and, for a paper's own page, notes. */
export const withCommunityEvidence = (
  known: KnownReader,
  { attempts, notes }: { attempts: ReadAttempts; notes: ReadNotes },
): EvidenceReader => ({
  async one(doi) {
    const [stored, added, said] = await Promise.all([known.one(doi), attempts([doi]), notes(doi)])
    return { ...stored, replications: [...stored.replications, ...added], notes: said }
  },
  async many(dois) {
    const [stored, added] = await Promise.all([known.many(dois), attempts(dois)])
    for (const entry of added) stored.get(entry.originalDoi as Doi)?.replications.push(entry)
    return stored
  },
})

/** A feature with replications of papers, shown beside published evidence without changing its outcome. */
export type ProvidesReplications<Tables> = { attempts: (db: Kysely<Tables>) => ReadAttempts }

/** A feature with notes on papers, shown beside the evidence. */
export type ProvidesNotes<Tables> = { notes: (db: Kysely<Tables>) => ReadNotes }

// biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
type Any = any

/** Reads the attempts that all features know of. */
export const attemptsReader = (
  features: readonly Partial<ProvidesReplications<Any>>[],
  db: Kysely<Any>,
): ReadAttempts => {
  const readers = features.flatMap(({ attempts }) => attempts?.(db) ?? [])
  return async dois => (await Promise.all(readers.map(read => read(dois)))).flat()
}

/** Reads the notes on a paper that all features know of. */
export const notesReader = (features: readonly Partial<ProvidesNotes<Any>>[], db: Kysely<Any>): ReadNotes => {
  const readers = features.flatMap(({ notes }) => notes?.(db) ?? [])
  return async doi => (await Promise.all(readers.map(read => read(doi)))).flat()
}

export type PaperViewSources<Visitor> = {
  facts: FindFacts
  known: Pick<EvidenceReader, 'one'>
  /** Other versions that records name. */
  versions: (doi: Doi) => Promise<readonly PaperVersion[]>
  statuses: ReadStatuses
  /** Sync dates of the bulk sources. */
  sources: ReturnType<typeof sourcesReader>
  /** Availability of Crossref. */
  crossref: () => CrossrefState
  /** The local index, for the titles and years of other papers that the page names; without them it shows their DOIs. */
  near: LookUpLocally
  /** Sections that features add to the page. */
  sections: (doi: Doi, visitor: Visitor) => Promise<PaperPageModel['sections']>
  now: () => number
}

export type PaperView =
  | {
      kind: 'page'
      model: PaperPageModel
      facts: PaperFacts | null
      /** Seconds until a rate-limited client may query external sources; null if the page lacks nothing. */
      retryAfter: number | null
    }
  /** Unknown DOI that is known without its trailing punctuation. */
  | { kind: 'moved'; path: string }
  /** Unknown and unregistrable DOI: no such paper exists. */
  | { kind: 'impossible' }
  /** Unknown DOI whose prefix up to a slash is a known paper: an appended path. */
  | { kind: 'below'; doi: Doi }

/** Creates the view model of a paper's page for a visitor. Unknown DOIs have a page too. */
export const createPaperView =
  <Visitor>({ facts, known, versions, statuses, sources, crossref, near, sections, now }: PaperViewSources<Visitor>) =>
  async (doi: Doi, visitor: Visitor, address: string): Promise<PaperView> => {
    const answer = await facts.find(doi, address)
    if (answer.kind !== 'found') {
      const path = await pathWithoutEnd(doi, answer, facts, address)
      if (path !== null) return { kind: 'moved', path }
    }
    const found = answer.kind === 'found' ? answer.facts : null
    const [stored, reached, added, named] = await Promise.all([
      known.one(doi),
      sources(),
      sections(doi, visitor),
      versions(doi),
    ])
    const isKnown = found !== null || stored.updates.length + stored.replications.length > 0
    if (!isKnown && !mayBeRegistered(doi)) return { kind: 'impossible' }
    if (!isKnown && answer.kind === 'not-found') {
      const above = await paperAbove(doi, facts)
      if (above !== null) return { kind: 'below', doi: above }
    }
    const { evidence, told } = await near(index => {
      const evidence = evidenceOf(doi, found, stored, index)
      return { evidence, told: knownFrom(evidence, stored.notes, now()) }
    })
    const didNotAnswer = answer.kind === 'unavailable' && answer.silent?.includes('Crossref') === true
    const freshness = freshnessOf({
      crossref: didNotAnswer ? 'silent' : crossref(),
      askedAt: stored.askedAt,
      sources: reached,
    })
    const status = withRecord(told.status, answer, freshness.silent)
    return {
      kind: 'page',
      facts: found,
      retryAfter: answer.kind === 'unavailable' ? (answer.retryAfter ?? null) : null,
      model: {
        doi,
        doiUrl: doiUrl(doi),
        path: paths.paper(doi),
        record: answer.kind,
        ...recordToShow(found, evidence),
        known: { ...told, status },
        freshness,
        versions: await versionsToShow({ named, paper: found, near, statuses }),
        sections: status.kind === 'notice' ? forNotice(added) : added,
      },
    }
  }

/** Claims "nothing known" only if a source was queried. */
export const withRecord = (status: Status, record: FactsAnswer, silent: string | null): Status => {
  if (status.kind !== 'nothing' && status.kind !== 'neutral') return status
  const names = new Set([
    ...(record.kind === 'unavailable' ? (record.silent ?? []) : []),
    ...(silent === null ? [] : [silent]),
  ])
  if (record.kind === 'unavailable' || silent !== null) return { ...status, kind: 'not-asked', silent: [...names] }
  return record.kind === 'not-found' && status.kind === 'nothing' ? { ...status, kind: 'no-record' } : status
}

/** Removes votes and reproductions from a notice's page. Keeps money given before it was known to be a notice. */
const forNotice = ({
  vote: _,
  claim: __,
  bounty,
  ...others
}: PaperPageModel['sections']): PaperPageModel['sections'] => ({
  ...others,
  ...(bounty !== undefined && { bounty: { ...bounty, form: null } }),
})

/** So many slashes of an address are looked at. */
const mostAbove = 5

/** Returns the local paper whose DOI is a prefix of another up to a slash. Never queries external sources. */
const paperAbove = async (doi: Doi, facts: Pick<FindFacts, 'findNear'>): Promise<Doi | null> => {
  const parts = doi.split('/')
  for (let length = parts.length - 1; length >= Math.max(2, parts.length - mostAbove); length--) {
    const shorter = doiFromText(parts.slice(0, length).join('/'))
    if (shorter !== null && (await facts.findNear(shorter)).kind === 'found') return shorter
  }
  return null
}

/** Strips a slash, full stop or comma copied with the DOI. Kept if the DOI is known with it, removed if it is known without. */
const pathWithoutEnd = async (
  doi: Doi,
  answer: FactsAnswer,
  facts: FindFacts,
  address: string,
): Promise<string | null> => {
  const shorter = doiFromText(doi.replace(/(?<![/.,;:])[/.,;:]+$/, ''))
  if (shorter === null || shorter === doi) return null
  const { kind } = answer.kind === 'unavailable' ? await facts.findNear(shorter) : await facts.find(shorter, address)
  return kind === 'found' ? paths.paper(shorter) : null
}
