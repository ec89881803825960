import { paths, storedDoi } from '../../kit/doi/index.ts'
import { gravity, type StatusKind, statusShape } from '../../paper/known/index.ts'
import type { CheckedBibliography, CheckedReference, Part, Result, Row } from './model.ts'

type Group = { kinds: readonly StatusKind[]; tone: Part['tone']; words: string; said: (count: number) => string }

const were = (count: number): string => (count === 1 ? 'was' : 'were')

/** Groups of statuses that need the reader's attention, in the order of the one status. */
const raised: readonly Group[] = [
  { kinds: ['retracted', 'republished'], tone: 'no', words: 'retracted', said: n => `${n} ${were(n)} retracted` },
  { kinds: ['partly-retracted'], tone: 'no', words: 'partly retracted', said: n => `${n} ${were(n)} partly retracted` },
  { kinds: ['withdrawn'], tone: 'no', words: 'withdrawn', said: n => `${n} ${were(n)} withdrawn` },
  {
    kinds: ['concern'],
    tone: 'mixed',
    words: 'with an expression of concern',
    said: n => `${n} ${n === 1 ? 'has' : 'have'} an expression of concern`,
  },
  {
    kinds: ['not-held'],
    tone: 'no-soft',
    words: 'failed to replicate',
    said: n => `${n} failed to replicate`,
  },
  {
    kinds: ['mixed'],
    tone: 'mixed',
    words: 'with mixed replication results',
    said: n => `${n} ${n === 1 ? 'has' : 'have'} mixed replication results`,
  },
  { kinds: ['corrected'], tone: 'mixed', words: 'corrected', said: n => `${n} ${were(n)} corrected` },
  {
    kinds: ['reinstated'],
    tone: 'yes',
    words: 'reinstated',
    said: n => `${n} ${were(n)} reinstated after a retraction`,
  },
  {
    kinds: ['notice'],
    tone: 'none',
    words: 'a notice about another paper',
    said: n => `${n} ${n === 1 ? 'is a notice' : 'are notices'} about another paper`,
  },
]

const raisedKinds: ReadonlySet<StatusKind> = new Set(raised.flatMap(({ kinds }) => kinds))

/** True if a reference's status needs the reader's attention. */
export const isRaised = ({ status }: Pick<CheckedReference, 'status'>): boolean =>
  status !== null && raisedKinds.has(status.kind)

/** Puts a checked bibliography into the form of the page. Pure. */
export const resultOf = ({ references, unread }: CheckedBibliography): Result => {
  const kindOf = ({ status }: CheckedReference): StatusKind | null => status?.kind ?? null
  const missing = references.filter(one => (kindOf(one) === null || kindOf(one) === 'no-record') && one.maybe === null)
  const held = references.filter(one => kindOf(one) === 'held')
  const fine = references.filter(one => ['neutral', 'nothing', 'not-asked'].includes(kindOf(one) ?? ''))
  const groups = raised
    .map(group => ({ ...group, of: references.filter(one => group.kinds.includes(kindOf(one) ?? 'nothing')) }))
    .filter(({ of }) => of.length > 0)
  const toSee = references.filter(({ maybe }) => maybe !== null)
  const parts: Part[] = [
    ...groups.map(
      ({ kinds, tone, words, of }): Part => ({
        shape: statusShape(kinds[0] ?? 'nothing'),
        tone,
        words,
        count: of.length,
      }),
    ),
    { shape: 'unasked', tone: 'missing', words: 'to look at yourself', count: toSee.length },
    { shape: 'held', tone: 'yes', words: 'replicated', count: held.length },
    { shape: 'unknown', tone: 'none', words: 'nothing against them', count: fine.length },
    { shape: 'missing', tone: 'missing', words: 'not found', count: missing.length },
  ]
  return {
    ...sentences(
      groups.map(({ said, of }) => ({ said, count: of.length })),
      {
        all: references.length,
        fine: fine.length + held.length,
        citing: references.filter(isCiting).length,
        missing: missing.length,
        toSee: toSee.length,
      },
    ),
    parts: parts.filter(({ count }) => count > 0),
    raised: references
      .filter(isRaised)
      .toSorted((a, b) => gravity.indexOf(kindOf(a) ?? 'nothing') - gravity.indexOf(kindOf(b) ?? 'nothing'))
      .map(rowOf),
    toSee: toSee.map(rowOf),
    held: citingFirst(held).map(rowOf),
    fine: citingFirst(fine).map(rowOf),
    missing: missing.map(rowOf),
    unread,
  }
}

const isCiting = ({ citesFallen }: Pick<CheckedReference, 'citesFallen'>): boolean => (citesFallen?.count ?? 0) > 0

/** Sorts references that cite flagged papers first, otherwise in list order. */
const citingFirst = (references: readonly CheckedReference[]): CheckedReference[] =>
  references.toSorted((a, b) => Number(isCiting(b)) - Number(isCiting(a)))

type Sums = { all: number; fine: number; citing: number; missing: number; toSee: number }

/** "3 of 154 references were retracted", then the others. */
const sentences = (
  groups: readonly { said: Group['said']; count: number }[],
  { all, fine, citing, missing, toSee }: Sums,
): Pick<Result, 'headline' | 'more'> => {
  const [first, ...others] = groups
  const of = `${all.toLocaleString('en-US')} ${all === 1 ? 'reference' : 'references'}`
  const headline =
    first === undefined
      ? all === missing + toSee
        ? `None of your ${of} was found`
        : `No retractions, concerns or failed replications found in ${of}`
      : first.said(first.count).replace(/^\d+/, count => `${count} of ${of}`)
  const more = [
    ...(others.length > 0 ? [`${others.map(({ said, count }) => said(count)).join(', ')}.`] : []),
    ...(fine > 0 && first !== undefined
      ? [`${fine} ${fine === 1 ? 'has' : 'have'} nothing against ${fine === 1 ? 'it' : 'them'}.`]
      : []),
    ...(citing > 0
      ? [
          `${citing} ${citing === 1 ? 'cites' : 'cite'} papers that were retracted, have an expression of concern or failed to replicate.`,
        ]
      : []),
    ...(toSee > 0 ? [`${toSee} may be ${toSee === 1 ? 'a paper' : 'papers'} that you should look at yourself.`] : []),
    ...(missing > 0 ? [`${missing} ${were(missing)} not found.`] : []),
    'Most papers are never replicated, so finding nothing is not evidence that a paper is reliable.',
  ]
  return { headline, more: more.join(' ') }
}

const rowOf = (reference: CheckedReference): Row => {
  const { number, key, input, citedTitle, doi, title, year, status, maybe, foundBy, agree, citesFallen } = reference
  const paper = maybe?.doi ?? doi
  const isKnown = status !== null && status.kind !== 'nothing' && status.kind !== 'neutral'
  return {
    id: paper ?? `line:${number}`,
    cited: key === null ? `number ${number}` : /^\d+$/.test(key) ? `[${key}]` : key,
    title: maybe?.title ?? title ?? citedTitle ?? doi ?? input,
    href: paper === null ? null : paths.paper(storedDoi(paper)),
    shape: status === null || maybe !== null ? 'unasked' : statusShape(status.kind),
    what: maybe !== null ? differs[maybe.differ] : isKnown ? status.headline : null,
    notice: status?.notice ?? null,
    cites: citesFallen?.words ?? null,
    year: maybe?.year ?? year,
    found:
      foundBy === null || status?.kind === 'no-record'
        ? null
        : { words: foundBy === 'title' ? guessed(agree) : ways[foundBy], isGuess: foundBy === 'title' },
  }
}

const ways = { doi: 'by its DOI', pmid: 'by its PubMed number', arxiv: 'by its arXiv number' } as const

const guessed = (agree: CheckedReference['agree']): string => {
  const parts = ['title', ...agree.map(one => (one === 'author' ? 'first author' : one))]
  return parts.length === 1
    ? 'probably this one: the title agrees'
    : `probably this one: ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)} agree`
}

const differs = {
  year: 'May be this paper: the title agrees, the year does not',
  author: 'May be this paper: the title agrees, the first author does not',
  title: 'May be this paper: the titles are not quite the same',
  unsaid: 'May be this paper: your list does not say enough to be sure',
  doi: 'May be this paper: the DOI in your list leads to none here, the title to this one',
} as const
