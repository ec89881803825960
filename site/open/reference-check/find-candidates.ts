import type { StartedWork, WorksReader } from '../../paper/works-index/index.ts'
import { type Candidate, compare } from './compare.ts'
import type { Reference } from './formats/index.ts'
import { headedStartsOf, longestBeginning, startsOf, type Words, wordsOf } from './title-keys.ts'

type Index = Pick<WorksReader, 'findStarting' | 'findWork' | 'startsKnown'>

/** So many references are looked up in one query. */
const atOnce = 250
/** So many works are compared whose titles begin alike, and so many of them are kept. */
const mostAlike = 12
const mostKept = 4

type Wanted = { at: number; reference: Reference; words: Words }

/**
 * The works of ours that may be the papers of these references, by their titles: for each reference that names no paper of ours by its DOI. First
 * those with the very title, then with the words that head a paper which is gone, then with a title that begins alike.
 */
export const findCandidates = (index: Index, references: readonly Reference[]): Candidate[][] => {
  const found: Candidate[][] = references.map(() => [])
  const isOpen = ({ at }: Wanted): boolean => !found[at]?.some(isGood)
  for (let from = 0; from < references.length; from += atOnce) {
    const wanted = references.slice(from, from + atOnce).flatMap((reference, n): Wanted[] => {
      const words = isIdentified(index, reference) ? null : wordsOf(reference)
      return words === null || words.begins.length === 0 ? [] : [{ at: from + n, reference, words }]
    })
    lookUp(index, wanted, ({ words }) => startsOf(words), found)
    lookUp(index, wanted.filter(isOpen), ({ words }) => headedStartsOf(words), found)
    lookUp(index, wanted.filter(isOpen), ({ words }) => longestBeginning(words) ?? [], found, true)
  }
  return found.map(candidates => candidates.toSorted((a, b) => rank(a) - rank(b)).slice(0, mostKept))
}

/** Nothing more needs to be looked for. */
const isGood = ({ titled, author, dated }: Candidate): boolean =>
  titled === 'whole' && author !== 'disagrees' && dated !== 'far' && dated !== 'near'

const isIdentified = (index: Index, { doi, arxiv }: Reference): boolean => {
  const named = doi ?? arxiv
  return named !== null && index.findWork(named).kind === 'found'
}

/** The better a candidate agrees, the smaller. */
export const rank = ({ titled, author, dated }: Candidate): number =>
  ({ whole: 0, start: 1, slips: 2 })[titled] +
  { agrees: 0, unknown: 3, disagrees: 20 }[author] +
  { same: 0, near: 1, unknown: 3, far: 20 }[dated]

const lookUp = (
  index: Index,
  wanted: readonly Wanted[],
  startsOfOne: (one: Wanted) => string | readonly string[],
  found: Candidate[][],
  goesOn = false,
): void => {
  const starts = wanted.map(one => [startsOfOne(one)].flat())
  const all = [...new Set(starts.flat())]
  const byStart = goesOn ? null : grouped(index.findStarting([...index.startsKnown(all)], { goesOn, most: mostAlike }))
  for (const [n, { at, reference, words }] of wanted.entries()) {
    const own = starts[n] ?? []
    const works =
      byStart === null
        ? index.findStarting(own, { goesOn, most: mostAlike })
        : own.flatMap(start => byStart.get(start) ?? [])
    const before = found[at] ?? []
    for (const { work } of works) {
      if (before.some(({ doi }) => doi === work.doi)) continue
      const candidate = compare(reference, words, work)
      if (candidate !== null) before.push(candidate)
    }
  }
}

const grouped = (works: readonly StartedWork[]): Map<string, StartedWork[]> => {
  const groups = new Map<string, StartedWork[]>()
  for (const work of works) {
    const group = groups.get(work.start)
    if (group === undefined) groups.set(work.start, [work])
    else group.push(work)
  }
  return groups
}
