import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { type KnownModel, type KnownReader, knownFrom, type NoteEntry } from '../known/index.ts'
import type { FactsAnswer, PaperFacts } from './facts-store.ts'
import type { FindFacts } from './find-facts.ts'
import type { LookUpLocally } from './local-index.ts'
import type { PaperPageModel, ShownVersion } from './model.ts'
import { evidenceOf, type ReadStatuses } from './statuses.ts'
import type { PaperVersion } from './versions.ts'
import { recordToShow, type ShownRecord, showVersions, versionsNamed } from './versions-to-show.ts'

/** A paper as pages about something else name it. */
export type PaperNamed = { doi: string; title: string | null; byline: string; href: string }

export type NamePaper = (c: HttpContext, doi: Doi) => Promise<PaperNamed>

/** Returns a paper's display data from the nearest source; an unknown paper is named by its DOI. */
export const createNamePaper =
  (facts: Pick<FindFacts, 'find'>): NamePaper =>
  async (c, doi) => {
    const answer = await facts.find(doi, addressOf(c))
    const found = answer.kind === 'found' ? answer.facts : null
    const [first] = found?.authors ?? []
    const names =
      first === undefined ? [] : [found !== null && found.authors.length > 1 ? `${first.name} et al.` : first.name]
    const year = found?.year ?? null
    return {
      doi,
      title: found?.title ?? null,
      byline: [...names, ...(year === null ? [] : [String(year)])].join(' · '),
      href: paths.paper(doi),
    }
  }

/** Returns a paper's title; null if unknown locally. */
export type TitleOf = (doi: Doi) => Promise<string | null>

/** Titles for background tasks such as mails, from local data only. */
export const createTitleOf =
  (facts: Pick<FindFacts, 'findNear'>): TitleOf =>
  async doi => {
    const found = await facts.findNear(doi)
    return found.kind === 'found' ? found.facts.title : null
  }

/** A paper with all its evidence, as on its page. */
export type KnownPaper = ShownRecord & {
  doi: Doi
  /** `found` if a local source has the paper. */
  record: Extract<PaperPageModel['record'], 'found' | 'not-found'>
  known: KnownModel
  versions: readonly ShownVersion[]
}

/**
 * Reads many papers from local data in a constant number of queries, without external sources. Community content is passed in by DOI;
 * community reports are counted by outcome.
 */
export type ReadPapers = (
  dois: readonly Doi[],
  said: ReadonlyMap<Doi, readonly NoteEntry[]>,
) => Promise<Map<Doi, KnownPaper>>

type Sources = {
  known: Pick<KnownReader, 'many'>
  stored: (dois: readonly Doi[]) => Promise<Map<Doi, PaperFacts>>
  versions: (dois: readonly Doi[]) => Promise<Map<Doi, PaperVersion[]>>
  statuses: ReadStatuses
  near: LookUpLocally
  now: () => number
}

export const createReadPapers =
  ({ known, stored, versions, statuses, near, now }: Sources): ReadPapers =>
  async (asked, said) => {
    const dois = [...new Set(asked)]
    if (dois.length === 0) return new Map()
    const [facts, told, named] = await Promise.all([stored(dois), known.many(dois), versions(dois)])
    const papers = await near(index =>
      dois.map(doi => {
        const found = facts.get(doi) ?? factsIn(index.local(doi))
        return { doi, found, versions: versionsNamed({ named: named.get(doi) ?? [], paper: found, near: index }) }
      }),
    )
    const others = new Set(papers.flatMap(({ versions }) => versions.map(({ doi }) => doi)))
    const statusesOfVersions = await statuses([...others])
    const at = now()
    return near(
      index =>
        new Map(
          papers.map(({ doi, found, versions }): [Doi, KnownPaper] => {
            const evidence = evidenceOf(doi, found, told.get(doi) ?? { updates: [], replications: [] }, index)
            return [
              doi,
              {
                doi,
                record: found === null ? 'not-found' : 'found',
                ...recordToShow(found, evidence),
                known: knownFrom(evidence, said.get(doi) ?? [], at),
                versions: showVersions(versions, statusesOfVersions, index),
              },
            ]
          }),
        ),
    )
  }

const factsIn = (answer: FactsAnswer): PaperFacts | null => (answer.kind === 'found' ? answer.facts : null)
