import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { Work } from '../../paper/works-index/index.ts'
import { findCandidates, rank } from './find-candidates.ts'
import type { Reference } from './formats/index.ts'
import { exampleReference, exampleWork } from './testing/index.ts'

const title = 'Why cats land on their feet'
const cats = { title, firstAuthor: 'Lovelace', year: 2010 }

/** Fake index by title prefix that records its queries. */
const indexOf = ({
  starting = {},
  goingOn = [],
  ours = [],
}: {
  starting?: Record<string, Work[]>
  goingOn?: Work[]
  ours?: Work[]
}) => {
  const asked: unknown[] = []
  const index: Parameters<typeof findCandidates>[0] = {
    findWorks: dois => {
      asked.push(['works', ...dois])
      return new Map(ours.map(work => [work.doi, work]))
    },
    findStarting: (starts, limit) => {
      asked.push(['starting', limit, ...starts])
      return starts.flatMap(start => (starting[start] ?? []).map(work => ({ start, work })))
    },
    findGoingOn: (beginning, limit) => {
      asked.push(['going on', limit, beginning])
      return goingOn
    },
  }
  return { asked, find: (...given: Partial<Reference>[]) => findCandidates(index, given.map(exampleReference)) }
}
const start = 'why cats land on their feet'
const numbered = (n: number, given: Partial<Work> = {}) => exampleWork({ doi: storedDoi(`10.1000/${n}`), ...given })
const doisOf = (found: ReturnType<typeof findCandidates>) => found.map(each => each.map(({ doi }) => doi))

test('a work matching in title, author and year ends the search', () => {
  const { asked, find } = indexOf({ starting: { [start]: [exampleWork()] } })
  expect(doisOf(find(cats, { title: 'Nobody has written this paper' }))).toEqual([['10.1000/cats'], []])
  expect(asked).toEqual([
    ['works'],
    ['starting', 12, start, 'nobody has written this paper'],
    [
      'starting',
      12,
      'retracted nobody has written this paper',
      'retracted article nobody has written this paper',
      'withdrawn nobody has written this paper',
    ],
    ['going on', 12, 'nobody has written this paper'],
  ])
})

test.each<[string, Partial<Work>, boolean]>([
  ['agrees', {}, true],
  ['has no author', { authors: [] }, true],
  ['has no year', { year: null }, true],
  ['is by somebody else', { authors: [{ name: 'Smith', orcid: null }] }, false],
  ['is a year apart', { year: 2011 }, false],
  ['is of another time', { year: 1999 }, false],
  ['has a longer title', { title: `${title} in the dark` }, false],
])('after a work that %s the search ends: %#', (_, given, isOver) => {
  const { asked, find } = indexOf({ starting: { [start]: [exampleWork(given)] } })
  expect(doisOf(find(cats))).toEqual([['10.1000/cats']])
  expect(asked.length > 3).toBe(!isOver)
})

test('a reference naming a known paper is not searched, and one naming an unknown paper is', () => {
  const { asked, find } = indexOf({ starting: { [start]: [exampleWork()] }, ours: [numbered(1), numbered(2)] })
  const [one, two, three] = [storedDoi('10.1000/1'), storedDoi('10.1000/2'), storedDoi('10.1000/3')]
  expect(doisOf(find({ ...cats, doi: one }, { ...cats, arxiv: two }, { ...cats, doi: three }))).toEqual([
    [],
    [],
    ['10.1000/cats'],
  ])
  expect(asked[0]).toEqual(['works', one, two, three])
})

test('a reference without words is not searched', () => {
  const { asked, find } = indexOf({ goingOn: [exampleWork()] })
  expect(find({ input: 'Why cats land on their feet' })).toEqual([[]])
  expect(asked).toEqual([['works'], ['starting', 12], ['starting', 12]])
})

test('a short title is searched only as a whole', () => {
  const { asked, find } = indexOf({ goingOn: [exampleWork()] })
  expect(find({ title: 'Why cats land' })).toEqual([[]])
  expect(asked).toEqual([
    ['works'],
    ['starting', 12, 'why cats land'],
    ['starting', 12, 'retracted why cats land', 'retracted article why cats land', 'withdrawn why cats land'],
  ])
})

test('several works with the same title are all candidates', () => {
  const { find } = indexOf({
    starting: { [start]: [numbered(1, { year: 2001 }), numbered(2), numbered(3, { year: 2011 })] },
  })
  expect(doisOf(find(cats))).toEqual([['10.1000/2', '10.1000/3', '10.1000/1']])
})

test('candidates are unique, best first, at most four', () => {
  const same = [5, 4, 3, 2, 1].map(n => numbered(n, { year: 2010 - n }))
  const { find } = indexOf({
    starting: { [start]: [...same, numbered(1), exampleWork({ title: 'Dogs' })] },
    goingOn: same,
  })
  expect(doisOf(find(cats))).toEqual([['10.1000/1', '10.1000/5', '10.1000/4', '10.1000/3']])
})

test('retracted papers and longer titles are found when nothing else matches', () => {
  const gone = numbered(1, { title: `RETRACTED: ${title}`, year: 2011 })
  const { find } = indexOf({
    starting: { [`retracted ${start}`]: [gone] },
    goingOn: [numbered(2, { title: `${title} at night` })],
  })
  expect(doisOf(find(cats))).toEqual([['10.1000/1', '10.1000/2']].map(dois => dois.toSorted()))
})

test.each([
  [{ titled: 'whole', author: 'agrees', dated: 'same' }, 0],
  [{ titled: 'start', author: 'agrees', dated: 'same' }, 1],
  [{ titled: 'slips', author: 'agrees', dated: 'near' }, 3],
  [{ titled: 'whole', author: 'unknown', dated: 'unknown' }, 6],
  [{ titled: 'whole', author: 'disagrees', dated: 'far' }, 40],
] as const)('%j has rank %i', (said, place) => {
  expect(rank({ doi: storedDoi('10.1000/x'), title: '', year: null, ...said })).toBe(place)
})
