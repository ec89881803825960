import type { Doi } from '../../kit/doi/index.ts'
import { bareTitle } from '../titles/index.ts'
import { foldWords } from '../works-index/index.ts'
import type { FindTitled, PaperFacts } from './facts.ts'

/** A shorter title may be that of many papers. */
const fewestWords = 5

/** Whether a title is long enough to tell one paper from all others. */
export const tellsOne = (title: string): boolean => foldWords(title).length >= fewestWords

/** What records write in front of the title of a paper that is gone. */
const headings = ['', 'RETRACTED: ', 'RETRACTED ARTICLE: ', 'WITHDRAWN: ']

/**
 * The paper that a notice is about, when its title is all that tells: the only one of ours with that title, of the same journal and not
 * younger than the notice. Null when there is none or more than one, or when neither journal nor year can be compared.
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
