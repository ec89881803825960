import type { UpdateEntry } from '../known/index.ts'
import { bareTitle, titleClaim } from '../titles/index.ts'
import { foldWords } from '../works-index/index.ts'
import type { PaperFacts } from './facts.ts'
import { paperBehind } from './paper-behind.ts'

/** A shorter title may be that of many papers. */
const fewestWords = 5

/** How notices that a paper is gone, or in doubt, head its title. */
const headings = [
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

type Paper = Pick<PaperFacts, 'doi' | 'title'>

/**
 * The notices among the works of ours that by their titles alone are about this paper, as the page of each says it (`paperBehind`): no
 * source lists them. A paper is told to be retracted where its own notice stands beside it.
 */
export const noticesByTitle = (paper: Paper, titled: (title: string) => readonly PaperFacts[]): UpdateEntry[] => {
  const title = bareTitle(paper.title ?? '')
  if (foldWords(title).length < fewestWords) return []
  const found = new Map(
    headings.flatMap(heading => titled(`${heading}: ${title}`)).map(notice => [notice.doi, notice] as const),
  )
  return [...found.values()].flatMap(notice => updateOf(paper, notice, titled) ?? [])
}

const updateOf = (
  { doi }: Paper,
  notice: PaperFacts,
  titled: (title: string) => readonly PaperFacts[],
): UpdateEntry | null => {
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
