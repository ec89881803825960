import type { Doi } from '../../kit/doi/index.ts'
import type { UpdateEntry } from '../known/index.ts'
import { readableTitle } from '../titles/readable-title.ts'
import { bareTitle, titleClaim } from '../titles/title-claim.ts'
import { foldWords, titleStart, type Work, type WorkAnswer } from '../works-index/index.ts'
import type { FactsAnswer, FindTitled, PaperFacts } from './facts-store.ts'
import { noDetails } from './record-details.ts'

/** A shorter title may be that of many papers. */
const fewestWords = 5

/** True if a title is long enough to identify a paper. */
export const identifiesOnePaper = (title: string): boolean => foldWords(title).length >= fewestWords

/** Retraction prefixes of titles in records. */
const headings = ['', 'RETRACTED: ', 'RETRACTED ARTICLE: ', 'WITHDRAWN: ']

/**
 * Finds the paper that a notice targets by title alone: the only local one with that title, from the same journal and no newer than the
 * notice. Null if there is none or several, or if neither journal nor year can be compared.
 */
export const paperBehind = (
  notice: Pick<PaperFacts, 'doi' | 'journal' | 'year'>,
  title: string,
  titled: FindTitled,
): Doi | null => {
  if (!identifiesOnePaper(title)) return null
  const found = new Map(
    titled(headings.map(heading => heading + title))
      .filter(paper => paper.doi !== notice.doi && fold(bareTitle(paper.title ?? '')) === fold(title))
      .map(paper => [paper.doi, paper]),
  )
  const [paper, ...others] = found.values()
  return paper !== undefined && others.length === 0 && isPlausible(notice, paper) ? paper.doi : null
}

const isPlausible = (notice: Pick<PaperFacts, 'journal' | 'year'>, paper: PaperFacts): boolean => {
  const sameJournal =
    notice.journal === null || paper.journal === null ? null : fold(notice.journal) === fold(paper.journal)
  const inOrder = notice.year === null || paper.year === null ? null : paper.year <= notice.year
  return sameJournal !== false && inOrder !== false && (sameJournal ?? inOrder) === true
}

const fold = (text: string): string => foldWords(text).join(' ')

/** Title prefixes of retraction notices and expressions of concern. */
const noticesByTitleHeadings = [
  'Retraction',
  'Retraction of',
  'Retraction note',
  'Retraction note to',
  'Retraction notice to',
  'Notice of retraction',
  'Statement of retraction',
  'Withdrawal',
  'Expression of concern',
  'Editorial expression of concern',
]

const types = { retraction: 'retraction', withdrawal: 'withdrawal', concern: 'expression-of-concern' } as const

const foldedHeadings = noticesByTitleHeadings.map(heading => foldWords(heading).join(' '))

/** Returns those of the title prefixes that some local work has. */
type StartsKnown = (starts: readonly string[]) => ReadonlySet<string>

/** Returns the papers that may have such a notice: some work's title begins like one. `noticesByTitle` finds none for the others. */
export const mayHaveNotices = (papers: readonly Paper[], startsKnown: StartsKnown): Set<Doi> => {
  const starts = papers.map(({ doi, title }) => {
    const bare = bareTitle(title ?? '')
    const words = foldWords(bare).join(' ')
    const own = !identifiesOnePaper(bare) ? [] : foldedHeadings.map(heading => titleStart([heading, words]))
    return { doi, own }
  })
  const known = startsKnown(starts.flatMap(({ own }) => own))
  if (known.size === 0) return new Set()
  return new Set(starts.filter(({ own }) => own.some(start => known.has(start))).map(({ doi }) => doi))
}

type Paper = Pick<PaperFacts, 'doi' | 'title'>

/**
 * Finds notices among local works that target this paper by title alone, consistent with their own pages (`paperBehind`); no source links
 * them. A paper is marked as retracted if its own notice exists.
 */
export const noticesByTitle = (paper: Paper, titled: FindTitled): UpdateEntry[] => {
  const title = bareTitle(paper.title ?? '')
  if (!identifiesOnePaper(title)) return []
  const found = new Map(
    titled(noticesByTitleHeadings.map(heading => `${heading}: ${title}`)).map(notice => [notice.doi, notice] as const),
  )
  return [...found.values()].flatMap(notice => updateOf(paper, notice, titled) ?? [])
}

const updateOf = ({ doi }: Paper, notice: PaperFacts, titled: FindTitled): UpdateEntry | null => {
  const claim = titleClaim(notice.title)
  if (claim?.says !== 'notice' || claim.of === 'correction' || claim.about === null) return null
  if (paperBehind(notice, claim.about, titled) !== doi) return null
  const isPartial = /^\W*(?:notice of )?partial/i.test(notice.title ?? '')
  return {
    doi,
    type: isPartial ? 'partial-retraction' : types[claim.of],
    noticeDoi: notice.doi,
    date: notice.year === null ? null : String(notice.year),
    retracted: false,
    title: notice.title,
    source: 'title',
  }
}

export type LocalIndex = {
  /** The look-up by DOI. */
  findWork: (doi: Doi) => WorkAnswer
  /** The same for many at once; those that are not found are left out. */
  findWorks: (dois: readonly Doi[]) => ReadonlyMap<Doi, Work>
  /** The works with one of these titles. */
  findTitled: (titles: readonly string[]) => readonly Work[]
  /** Returns those of the title prefixes that some work has. */
  startsKnown: (starts: readonly string[]) => ReadonlySet<string>
}

/** The local index, by DOI and by title. */
export type NearFacts = {
  local: (doi: Doi) => FactsAnswer
  localMany: (dois: readonly Doi[]) => ReadonlyMap<Doi, PaperFacts>
  titled: FindTitled
  startsKnown: StartsKnown
}

/** Runs a function of index lookups and returns its result. It must be pure and synchronous, since it may run several times. */
export type LookUpWorks = <Answer>(ask: (index: LocalIndex) => Answer) => Promise<Answer>

/** The same with results as paper metadata. */
export type LookUpLocally = <Answer>(ask: (near: NearFacts) => Answer) => Promise<Answer>

export const lookUpLocally =
  (lookUpWorks: LookUpWorks): LookUpLocally =>
  ask =>
    lookUpWorks(index => ask(nearFacts(index)))

/** Local index lookups with results as paper metadata. */
const nearFacts = ({ findWork, findWorks, findTitled, startsKnown }: LocalIndex): NearFacts => ({
  local: doi => {
    const answer = findWork(doi)
    return answer.kind === 'found' ? { kind: 'found', facts: factsOf(doi, answer.work) } : answer
  },
  localMany: dois => new Map([...findWorks(dois)].map(([doi, work]) => [doi, factsOf(doi, work)])),
  titled: titles => findTitled(titles).map(work => factsOf(work.doi, work)),
  startsKnown,
})

const factsOf = (doi: Doi, { authors, citedBy, ...work }: Work): PaperFacts => ({
  ...work,
  doi,
  title: work.title === null ? null : readableTitle(work.title),
  authors: [...authors],
  details: { ...noDetails, citedBy },
  fetchedAt: null,
})
