import type { Doi } from '../../kit/doi/index.ts'
import type { UpdateEntry } from '../known/index.ts'
import { bareTitle, titleClaim } from '../titles/index.ts'
import { foldWords, titleStart } from '../works-index/index.ts'
import type { FindTitled, PaperFacts } from './facts.ts'
import { paperBehind, tellsOne } from './paper-behind.ts'

/** Title prefixes of retraction notices and expressions of concern. */
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

const foldedHeadings = headings.map(heading => foldWords(heading).join(' '))

/** Returns those of the title prefixes that some local work has. */
export type StartsKnown = (starts: readonly string[]) => ReadonlySet<string>

/** Returns the papers that may have such a notice: some work's title begins like one. `noticesByTitle` finds none for the others. */
export const mayHaveNotices = (papers: readonly Paper[], startsKnown: StartsKnown): Set<Doi> => {
  const starts = papers.map(({ doi, title }) => {
    const bare = bareTitle(title ?? '')
    const words = foldWords(bare).join(' ')
    const own = !tellsOne(bare) ? [] : foldedHeadings.map(heading => titleStart([heading, words]))
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
  if (!tellsOne(title)) return []
  const found = new Map(
    titled(headings.map(heading => `${heading}: ${title}`)).map(notice => [notice.doi, notice] as const),
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
