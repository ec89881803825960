import { describe, expect, test } from 'vitest'
import type { Evidence, ReplicationEntry } from './evidence.ts'
import { mergeAttempts, verbOf } from './merge-evidence.ts'
import { exampleEvidence, exampleReplication } from './testing/index.ts'

const merge = (replications: readonly ReplicationEntry[], given: Partial<Evidence> = {}) =>
  mergeAttempts(exampleEvidence({ replications, ...given }))
const again = exampleReplication

describe('merging replications', () => {
  test('a replication has its coding and resulting outcome', () => {
    expect(merge([again({ outcome: 'failed' })])).toEqual({
      attempts: [{ ...again({ outcome: 'failed' }), result: 'not-held', codings: ['failed'] }],
      reports: [],
      repeated: [],
    })
  })

  test('a community report is distinguished from published replications', () => {
    const report = again({ source: 'report', replicationDoi: null, replicationUrl: '/10.1000/paper/reports/1' })
    expect(merge([again(), report])).toEqual({
      attempts: [{ ...again(), result: 'held', codings: ['successful'] }],
      reports: [{ ...report, result: 'held', codings: ['successful'] }],
      repeated: [],
    })
  })

  test('a replication by the paper itself is what it replicates', () => {
    const own = again({ originalDoi: '10.1000/earlier', replicationDoi: '10.1000/paper' })
    expect(merge([own])).toEqual({
      attempts: [],
      reports: [],
      repeated: [{ ...own, result: 'held', codings: ['successful'] }],
    })
  })

  test('a replication of another paper is not evidence for this one', () => {
    const others = [
      again({ originalDoi: '10.1000/another' }),
      again({ originalDoi: '10.1000/another', source: 'report' }),
    ]
    expect(merge(others)).toEqual({ attempts: [], reports: [], repeated: [] })
  })

  test.each<[string, Partial<ReplicationEntry>, Partial<ReplicationEntry>]>([
    ['DOIs', {}, { replicationDoi: '10.1000/other' }],
    [
      'addresses, where they have no DOIs',
      { replicationDoi: null, replicationUrl: 'https://osf.io/a' },
      { replicationDoi: null, replicationUrl: 'https://osf.io/b' },
    ],
    [
      'titles, where they have nothing else',
      { replicationDoi: null },
      { replicationDoi: null, replicationTitle: 'Other' },
    ],
    ['types', {}, { type: 'reproduction' }],
    ['standing, as one counts and the other does not', {}, { isUncounted: true }],
  ])('replications are distinct when they differ in their %s', (_, one, other) => {
    expect(merge([again(one), again(other)]).attempts).toHaveLength(2)
    expect(merge([again(one), again(one), again(other), again(other)]).attempts).toHaveLength(2)
  })

  test.each([
    ['FORRT’s earlier file', 'forrt', 'forrt-earlier'],
    ['our own list', 'forrt', 'starter'],
    ['our own list, by FORRT’s earlier file,', 'forrt-earlier', 'starter'],
  ] as const)('a replication in %s defers to the better coding', (_, better, worse) => {
    const both = [again({ source: better, outcome: 'failed' }), again({ source: worse })]
    for (const entries of [both, both.toReversed()])
      expect(merge(entries).attempts).toMatchObject([{ source: better, codings: ['failed'] }])
    // The better source has no entry for another paper.
    const apart = [again({ source: better, originalDoi: '10.1000/another' }), again({ source: worse })]
    expect(merge(apart).attempts).toMatchObject([{ source: worse }])
  })
})

test.each([
  [['successful', 'successful'], 'held', ['successful']],
  [['failed', 'failed'], 'not-held', ['failed']],
  [['successful', 'failed'], 'mixed', ['successful', 'failed']],
  [['failed', 'mixed'], 'mixed', ['failed', 'mixed']],
  [['uninformative', 'failed'], 'not-held', ['uninformative', 'failed']],
  [['successful', 'descriptive only'], 'held', ['successful', 'descriptive only']],
  [['uninformative', 'descriptive only'], 'unclear', ['uninformative', 'descriptive only']],
  [['successful', 'failed', 'failed'], 'mixed', ['successful', 'failed']],
])('codings %j result in %s', (outcomes, result, codings) => {
  expect(merge(outcomes.map(outcome => again({ outcome }))).attempts).toMatchObject([{ result, codings }])
})

test('values missing in the first coding come from the next', () => {
  const silent = { quote: null, originalTitle: null, originalYear: null, replicationTitle: null, replicationYear: null }
  const third = { quote: 'Three.', originalTitle: 'Three', originalYear: 3, replicationTitle: 'T', replicationYear: 33 }
  expect(merge([again(silent), again(), again(third)]).attempts).toMatchObject([again()])
  expect(merge([again(third), again()]).attempts).toMatchObject([third])
})

describe('missing titles and years', () => {
  /** Fake library that records lookups and returns the same data for each. */
  const library = () => {
    const asked: string[] = []
    const lookUp = (doi: string) => {
      asked.push(doi)
      return { title: `The title of ${doi}`, year: 1999 }
    }
    return { asked, lookUp }
  }

  test.each<[string, Partial<ReplicationEntry>, string[], Partial<ReplicationEntry>]>([
    ['nothing, where all is there', {}, [], {}],
    [
      'the original’s title',
      { originalTitle: null },
      ['10.1000/paper'],
      { originalTitle: 'The title of 10.1000/paper' },
    ],
    [
      'the attempt’s title, and its year stays',
      { replicationTitle: null },
      ['10.1000/replication'],
      { replicationTitle: 'The title of 10.1000/replication', replicationYear: 2015 },
    ],
    [
      'the attempt’s year, and its title stays',
      { replicationYear: null },
      ['10.1000/replication'],
      { replicationTitle: 'A replication', replicationYear: 1999 },
    ],
    [
      'nothing of an attempt without a DOI',
      { replicationDoi: null, replicationYear: null },
      [],
      { replicationYear: null },
    ],
    ['never the original’s year', { originalYear: null }, [], { originalYear: null }],
  ])('missing values are looked up: %s', (_, given, asked, told) => {
    const { asked: seen, lookUp } = library()
    expect(merge([again(given)], { lookUp }).attempts).toMatchObject([{ ...again(given), ...told }])
    expect(seen).toEqual(asked)
  })

  test('values stay empty where papers or titles are unknown', () => {
    const bare = again({ originalTitle: null, replicationTitle: null, replicationYear: null })
    expect(merge([bare]).attempts).toMatchObject([bare])
    expect(merge([bare], { lookUp: () => ({ title: null, year: null }) }).attempts).toMatchObject([bare])
  })
})

test('the heading says reproduction if all studies use the same data, otherwise replication', () => {
  const [replication, reproduction] = [again(), again({ type: 'reproduction', replicationDoi: '10.1000/other' })]
  expect(verbOf(merge([reproduction]).attempts)).toBe('reproduce')
  expect(verbOf(merge([replication, reproduction]).attempts)).toBe('repeat')
  expect(verbOf([])).toBe('repeat')
})
