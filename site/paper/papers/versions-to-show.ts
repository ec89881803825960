import { type Doi, paths } from '../../kit/doi/index.ts'
import { type Evidence, nothingKnown, type Status, statusMark } from '../known/index.ts'
import { foldWords } from '../works-index/index.ts'
import type { FindTitled, PaperFacts } from './facts-store.ts'
import type { LookUpLocally, NearFacts } from './local-index.ts'
import type { PaperPageModel, ShownDetails, ShownVersion } from './model.ts'
import { noDetails, type RecordDetails, type TextVersion } from './record-details.ts'
import type { ReadStatuses } from './statuses.ts'
import type { PaperVersion } from './versions.ts'

const sourceNames: Readonly<Record<PaperFacts['source'], string>> = {
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  import: 'OpenAlex',
  starter: 'our own list',
}

const versionWords: Readonly<Record<TextVersion, string>> = {
  published: 'as published',
  accepted: 'the accepted manuscript',
  submitted: 'the manuscript before review',
}

/** Returns the record details shown on a page. */
export const detailsToShow = (facts: PaperFacts | null): ShownDetails => {
  if (facts === null) return { abstract: null, freeText: null, citedBy: null }
  const { abstract, citedBy, ...details } = facts.details ?? noDetails
  const freeText = details.freeText ?? arxivText(facts.doi)
  const from = sourceNames[facts.source]
  return {
    abstract: abstract === null ? null : { ...abstract, from },
    freeText:
      freeText === null
        ? null
        : {
            href: freeText.href,
            place: new URL(freeText.href).hostname.replace(/^www\./, ''),
            version: freeText.version === null ? null : versionWords[freeText.version],
          },
    citedBy:
      citedBy === null
        ? null
        : {
            count: citedBy,
            from,
            at: facts.fetchedAt === null ? null : new Date(facts.fetchedAt).toISOString().slice(0, 10),
          },
  }
}

/** arXiv texts are always open access, whether or not the record says so. */
const arxivText = (doi: Doi): RecordDetails['freeText'] => {
  const id = /^10\.48550\/arxiv\.(.+)$/.exec(doi)?.[1]
  return id === undefined ? null : { href: `https://arxiv.org/abs/${encodeURI(id)}`, version: null }
}

const kinds: Readonly<Record<string, string>> = {
  article: 'Article',
  'journal-article': 'Journal article',
  'article-journal': 'Journal article',
  'journal-volume': 'Journal volume',
  'journal-issue': 'Journal issue',
  review: 'Review article',
  preprint: 'Preprint',
  'posted-content': 'Preprint',
  letter: 'Letter',
  editorial: 'Editorial',
  erratum: 'Correction notice',
  retraction: 'Retraction notice',
  'proceedings-article': 'Conference paper',
  'conference-paper': 'Conference paper',
  'paper-conference': 'Conference paper',
  proceedings: 'Conference proceedings',
  book: 'Book',
  monograph: 'Book',
  'edited-book': 'Book',
  'reference-book': 'Reference book',
  'book-set': 'Book set',
  'book-chapter': 'Book chapter',
  'book-part': 'Book chapter',
  'book-section': 'Book chapter',
  chapter: 'Book chapter',
  'book-track': 'Book chapter',
  'book-series': 'Book series',
  'reference-entry': 'Reference entry',
  dissertation: 'Dissertation',
  report: 'Report',
  'report-component': 'Report',
  dataset: 'Dataset',
  software: 'Software',
  standard: 'Standard',
  grant: 'Grant',
  journal: 'Journal',
  'peer-review': 'Peer review',
  paratext: 'Front or back matter',
  'supplementary-materials': 'Supplementary material',
  libguides: 'Library guide',
}

/**
 * Formats a type of work from OpenAlex, Crossref or reference managers in any spelling (`book chapter`, `Book_Chapter`); null for "other"
 * and unknown types.
 */
export const workKind = (type: string | null): string | null => {
  const name =
    type
      ?.trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-') ?? ''
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null
}

/** Record fields as shown. */
export type ShownRecord = Pick<
  PaperPageModel,
  'kind' | 'title' | 'authors' | 'authorsTruncated' | 'journal' | 'year' | 'details'
>

/** Facts are null if no source has metadata; evidence may still give title and year. */
export const recordToShow = (
  facts: PaperFacts | null,
  { title, year }: Pick<Evidence, 'title' | 'year'>,
): ShownRecord => ({
  kind: workKind(facts?.type ?? null),
  title,
  authors: facts?.authors ?? [],
  authorsTruncated: facts?.authorsTruncated ?? false,
  journal: facts?.journal ?? null,
  year,
  details: detailsToShow(facts),
})

/** A shorter title may be that of many papers. */
const fewestWords = 4

/**
 * Finds the preprint of an article, or vice versa, among works with the same title: exactly one of the two is a preprint, and they share an
 * author. Inferred rather than from a record, which must be shown.
 */
export const versionsByTitle = (
  paper: Pick<PaperFacts, 'doi' | 'title' | 'authors' | 'type'>,
  titled: FindTitled,
): PaperVersion[] => {
  if (paper.title === null || foldWords(paper.title).length < fewestWords) return []
  const families = new Set(paper.authors.map(familyName))
  return titled([paper.title])
    .filter(other => other.doi !== paper.doi && isPreprint(other) !== isPreprint(paper))
    .filter(other => other.authors.some(author => families.has(familyName(author))))
    .map(other => ({ doi: other.doi, kind: isPreprint(other) ? 'preprint' : 'article' }))
}

const isPreprint = ({ type }: Pick<PaperFacts, 'type'>): boolean => type === 'preprint' || type === 'posted-content'

/** "Ada Lovelace", "Lovelace, Ada" → "lovelace". */
const familyName = ({ name }: { name: string }): string =>
  foldWords(name.includes(',') ? (name.split(',')[0] ?? '') : name).at(-1) ?? name

type Sources = {
  /** Versions named by records. */
  named: readonly PaperVersion[]
  paper: PaperFacts | null
  near: LookUpLocally
  statuses: ReadStatuses
}

/** Returns a paper's other versions, from records and then by title, with their statuses. */
export const versionsToShow = async ({ named, paper, near, statuses }: Sources): Promise<ShownVersion[]> => {
  const versions = await near(index => versionsNamed({ named, paper, near: index }))
  const known = await statuses(versions.map(({ doi }) => doi))
  return near(index => showVersions(versions, known, index))
}

/** A version, and whether it is inferred from its title. */
export type NamedVersion = PaperVersion & { byTitle: boolean }

/** The other versions of a paper: those that records name, then those that have its title. */
export const versionsNamed = ({
  named,
  paper,
  near,
}: Pick<Sources, 'named' | 'paper'> & { near: NearFacts }): NamedVersion[] => {
  const dois = new Set(named.map(({ doi }) => doi))
  const byTitle = paper === null ? [] : versionsByTitle(paper, near.titled).filter(({ doi }) => !dois.has(doi))
  return [
    ...named.map(version => ({ ...version, byTitle: false })),
    ...byTitle.map(version => ({ ...version, byTitle: true })),
  ]
}

export const showVersions = (
  versions: readonly NamedVersion[],
  known: ReadonlyMap<Doi, Status>,
  { local }: Pick<NearFacts, 'local'>,
): ShownVersion[] =>
  versions.map(({ doi, kind, byTitle }) => {
    const record = local(doi)
    return {
      doi,
      href: paths.paper(doi),
      title: record.kind === 'found' ? record.facts.title : null,
      kind,
      byTitle,
      status: statusMark(known.get(doi) ?? nothingKnown),
    }
  })
