import type { Doi } from '../../kit/doi/index.ts'
import type { StartedWork, Work, WorksReader } from '../../paper/works-index/index.ts'
import { type Candidate, compare, headedStartsOf, longestBeginning, startsOf, type Words, wordsOf } from './compare.ts'
import { type Bibliography, type Reference, readBibliography, UnreadableError } from './formats/index.ts'

/** Result of parsing a bibliography. `byPmid`: DOIs of PubMed IDs in the index. */
export type ReadReferences =
  | { kind: 'read'; bibliography: Bibliography; byPmid: Map<string, Doi> }
  /** Unreadable, with a message on the reason and remedy. */
  | { kind: 'unreadable'; sentence: string }

/** Reads a bibliography. Takes long: for a thread. */
export const readReferences = (index: Pick<WorksReader, 'findPmids'>, bytes: Uint8Array): ReadReferences => {
  try {
    const bibliography = readBibliography(bytes)
    const { references } = bibliography
    return {
      kind: 'read',
      bibliography,
      byPmid: index.findPmids(references.flatMap(({ doi, pmid }) => (doi === null ? (pmid ?? []) : []))),
    }
  } catch (error) {
    if (error instanceof UnreadableError) return { kind: 'unreadable', sentence: error.message }
    throw error
  }
}

type Index = Pick<WorksReader, 'findGoingOn' | 'findStarting' | 'findWorks'>

/** Maximum number of works compared per title prefix, and of candidates kept. */
const mostAlike = 12
const mostKept = 4

/** A reference with its candidates so far. */
type Wanted = { reference: Reference; words: Words; found: Candidate[] }

/**
 * Finds candidate works by title for references without a known DOI: exact titles, then titles with a retraction prefix, then titles with
 * the same beginning. Each step is one query for all references, so pass some hundreds at once.
 */
export const findCandidates = (index: Index, references: readonly Reference[]): Candidate[][] => {
  const all = references.map((): Candidate[] => [])
  const ours = index.findWorks(references.flatMap(reference => identifierOf(reference) ?? []))
  const isIdentified = (reference: Reference): boolean => {
    const identifier = identifierOf(reference)
    return identifier !== null && ours.has(identifier)
  }
  const wanted = references.flatMap((reference, n): Wanted[] => {
    const words = isIdentified(reference) ? null : wordsOf(reference)
    return words === null ? [] : [{ reference, words, found: all[n] ?? [] }]
  })
  lookUpStarts(index, wanted, startsOf)
  lookUpStarts(index, wanted.filter(isOpen), headedStartsOf)
  lookUpBeginnings(index, wanted.filter(isOpen))
  return all.map(found => found.toSorted((a, b) => rank(a) - rank(b)).slice(0, mostKept))
}

const isOpen = ({ found }: Wanted): boolean => !found.some(isGood)

/** Nothing more needs to be looked for. */
const isGood = ({ titled, author, dated }: Candidate): boolean =>
  titled === 'whole' && author !== 'disagrees' && dated !== 'far' && dated !== 'near'

const identifierOf = ({ doi, arxiv }: Reference): Doi | null => doi ?? arxiv

/** The better a candidate agrees, the smaller. */
export const rank = ({ titled, author, dated }: Candidate): number =>
  ({ whole: 0, start: 1, slips: 2 })[titled] +
  { agrees: 0, unknown: 3, disagrees: 20 }[author] +
  { same: 0, near: 1, unknown: 3, far: 20 }[dated]

const lookUpStarts = (index: Index, wanted: readonly Wanted[], startsOfOne: (words: Words) => string[]): void => {
  const starts = wanted.map(({ words }) => startsOfOne(words))
  const byStart = grouped(index.findStarting([...new Set(starts.flat())], mostAlike))
  for (const [n, one] of wanted.entries())
    addCandidates(
      one,
      (starts[n] ?? []).flatMap(start => byStart.get(start) ?? []),
    )
}

const lookUpBeginnings = (index: Index, wanted: readonly Wanted[]): void => {
  for (const one of wanted) {
    const beginning = longestBeginning(one.words)
    if (beginning !== null) addCandidates(one, index.findGoingOn(beginning, mostAlike))
  }
}

const addCandidates = ({ reference, words, found }: Wanted, works: readonly Work[]): void => {
  for (const work of works) {
    if (found.some(({ doi }) => doi === work.doi)) continue
    const candidate = compare(reference, words, work)
    if (candidate !== null) found.push(candidate)
  }
}

const grouped = (works: readonly StartedWork[]): Map<string, Work[]> => {
  const groups = new Map<string, Work[]>()
  for (const { start, work } of works) {
    const group = groups.get(start)
    if (group === undefined) groups.set(start, [work])
    else group.push(work)
  }
  return groups
}
