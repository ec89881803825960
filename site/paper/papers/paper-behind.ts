import type { Doi } from '../../kit/doi/index.ts'
import { bareTitle } from '../titles/index.ts'
import { foldWords } from '../works-index/index.ts'
import type { FindTitled, PaperFacts } from './facts.ts'

/** A shorter title may be that of many papers. */
const fewestWords = 5

/** True if a title is long enough to identify a paper. */
export const tellsOne = (title: string): boolean => foldWords(title).length >= fewestWords

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
  if (!tellsOne(title)) return null
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
