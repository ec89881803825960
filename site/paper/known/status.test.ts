import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import type { Evidence, ReplicationEntry, UpdateEntry } from './evidence.ts'
import { badge } from './freshness.ts'
import { factOfReport } from './known-facts.ts'
import { mergeEvidence } from './merge-evidence.ts'
import type { Status } from './model.ts'
import { statusOf } from './status.ts'
import { statusMark, statusNote, statusWords, summarizeReports, toldBy } from './status-words.ts'
import { exampleEvidence, exampleReplication, exampleUpdate } from './testing/index.ts'

const doi = doiFromText('10.1000/paper') as Doi
const update = (type: string, given: Partial<UpdateEntry> = {}): UpdateEntry =>
  exampleUpdate({ type, noticeDoi: `10.1000/${type}`, date: '2020-06-05', title: null, ...given })
let next = 0
const attempt = (outcome: string, given: Partial<ReplicationEntry> = {}): ReplicationEntry =>
  exampleReplication({
    ...{ outcome, replicationDoi: `10.1000/attempt.${next++}`, quote: null },
    ...{ originalTitle: null, originalYear: null, replicationTitle: 'Again' },
    ...given,
  })
const attempts = (held: number, failed: number, mixed = 0, unclear = 0): ReplicationEntry[] => [
  ...Array.from({ length: held }, () => attempt('successful')),
  ...Array.from({ length: failed }, () => attempt('failed')),
  ...Array.from({ length: mixed }, () => attempt('mixed')),
  ...Array.from({ length: unclear }, () => attempt('uninformative')),
]
const evidenceWith = (given: Partial<Evidence>): Evidence =>
  exampleEvidence({ title: 'A paper', titleFrom: 'OpenAlex', ...given })
const status = (given: Partial<Evidence>): Status => {
  const evidence = evidenceWith(given)
  return statusOf(mergeEvidence(evidence), evidence)
}

describe('reports of this site (docs/decisions/15)', () => {
  const report = (outcome: string, given: Partial<ReplicationEntry> = {}) =>
    attempt(outcome, {
      replicationDoi: null,
      replicationUrl: `/10.1000/paper/audit/${String(next++).padStart(9, '0')}`,
      type: 'reproduction',
      source: 'report',
      ...given,
    })
  const uncounted = (outcome: string) => report(outcome, { isUncounted: true })
  const told = (...replications: ReplicationEntry[]) => {
    const found = status({ replications })
    return [statusWords(found).headline, summarizeReports(found)]
  }
  const failed = (count: number) => Array.from({ length: count }, () => attempt('failed'))

  test.each([
    ['one says otherwise', [report('success')], '1 community report: 1 reproduced.'],
    ['many say otherwise', Array.from({ length: 9 }, () => report('success')), '9 community reports: 9 reproduced.'],
    ['some are not counted', [report('success'), uncounted('success')], '1 community report: 1 reproduced.'],
  ])('community reports never change a status based on published evidence: %s', (_, reports, words) => {
    const alone = status({ replications: failed(1) })
    const beside = status({ replications: [...failed(1), ...reports] })
    expect({ ...beside, reports: alone.reports }).toEqual(alone)
    expect(statusWords(beside)).toEqual(statusWords(alone))
    expect(statusMark(beside)).toEqual(statusMark(alone))
    expect(badge(beside)).toBe(badge(alone))
    expect(summarizeReports(beside)).toBe(words)
  })

  test.each([
    ['success', 'Reproduced (1 of 1 community report)'],
    ['failed', 'Could not be reproduced (1 of 1 community report)'],
    ['partial', 'Mixed reproduction results (1 community report)'],
    ['unclear', 'Unclear reproduction results (1 community report)'],
  ])('community reports decide the status if nothing is published, labeled as such: %s', (outcome, short) => {
    const found = status({ replications: [report(outcome)] })
    expect(statusWords(found)).toEqual({ headline: short, short, word: short, shape: expect.anything() })
    expect(summarizeReports(found)).toBeNull()
  })

  test('conflicting community reports are listed by outcome', () => {
    expect(told(report('success'), report('success'), report('failed'))).toEqual([
      'Reproduced (2 of 3 community reports)',
      null,
    ])
    expect(told(report('success'), report('failed'))).toEqual([
      'Mixed reproduction results (2 community reports): 1 reproduced, 1 failed',
      null,
    ])
  })

  test('uncounted community reports neither change nor accompany the status', () => {
    expect(status({ replications: [uncounted('success')] }).kind).toBe('nothing')
    expect(told(uncounted('success'), uncounted('failed'))).toEqual([
      'No retractions, corrections or replications found',
      null,
    ])
  })

  test.each([
    ['retraction', 'retracted'],
    ['correction', 'corrected'],
  ])('editorial notices take precedence over community reports: %s', (type, kind) => {
    expect(status({ replications: [report('success')], updates: [update(type)] })).toMatchObject({ kind })
  })

  test('community reports have a date and link to their page', () => {
    const entry = report('success', { replicationDate: '2026-03-14' })
    const [fact] = mergeEvidence(evidenceWith({ replications: [entry] })).reports.map(factOfReport)
    expect(fact).toMatchObject({
      label: 'Reproduced',
      date: '2026-03-14',
      href: entry.replicationUrl,
      isReport: true,
      source: { name: 'a Corroborate report' },
    })
    const [said] = mergeEvidence(evidenceWith({ replications: [uncounted('success')] })).reports.map(factOfReport)
    expect(said).toMatchObject({ kind: 'note', label: 'Reproduced', outcome: null })
  })
})

describe('paper status', () => {
  const grave: [string, UpdateEntry[], string, string | null][] = [
    ['retraction', [update('retraction')], 'Retracted on 5 June 2020', 'Retracted 2020'],
    ['month', [update('retraction', { date: '2020-06' })], 'Retracted in June 2020', 'Retracted 2020'],
    ['year', [update('retraction', { date: '2020' })], 'Retracted in 2020', 'Retracted 2020'],
    ['no date', [update('retraction', { date: null })], 'Retracted', 'Retracted'],
    [
      'date of the record',
      [update('retraction', { source: 'crossref' })],
      'Retracted in 2020 or earlier',
      'Retracted in 2020 or earlier',
    ],
    [
      'date of the record, year in the notice’s DOI',
      [update('retraction', { source: 'crossref', noticeDoi: '10.1016/j.fct.2013.11.047' })],
      'Retracted in 2013',
      'Retracted 2013',
    ],
    [
      'a notice that says so',
      [update('erratum', { title: 'Retraction and republication: A paper' })],
      'Retracted and republished on 5 June 2020',
      'Retracted and republished 2020',
    ],
    ['partial', [update('partial_retraction')], 'Partly retracted on 5 June 2020', 'Partly retracted 2020'],
    [
      'an interpretation',
      [update('correction', { title: 'Retraction of an interpretation' })],
      'Partly retracted on 5 June 2020',
      'Partly retracted 2020',
    ],
    ['withdrawal', [update('withdrawal')], 'Withdrawn on 5 June 2020', 'Withdrawn 2020'],
    ['removal', [update('removal')], 'Withdrawn on 5 June 2020', 'Withdrawn 2020'],
    [
      'concern',
      [update('expression_of_concern')],
      'Expression of concern on 5 June 2020',
      'Expression of concern 2020',
    ],
    [
      'concern in the notice’s title alone',
      [update('correction', { title: 'Expression of Concern: A paper' })],
      'Expression of concern on 5 June 2020',
      'Expression of concern 2020',
    ],
    ['correction', [update('erratum')], 'Corrected on 5 June 2020', 'Corrected 2020'],
    ['comment', [update('comment')], 'No evidence for or against this paper found', null],
  ]
  test.each(grave)('status by record: %s', (_, updates, headline, short) => {
    expect(statusWords(status({ updates }))).toMatchObject({ headline, short })
  })

  test.each<[number[], string, string]>([
    [[0, 1], 'Failed to replicate (1 of 1 study)', 'Failed to replicate (1 of 1 study)'],
    [[1, 4, 1], 'Failed to replicate (4 of 6 studies)', 'Failed to replicate (4 of 6 studies)'],
    [[5, 0], 'Replicated (5 of 5 studies)', 'Replicated (5 of 5 studies)'],
    [
      [3, 2, 0, 1],
      'Mixed replication results: 3 replicated, 2 failed, 1 unclear',
      'Mixed replication results (6 studies)',
    ],
    [
      [35, 44, 12],
      'Mixed replication results: 35 replicated, 44 failed, 12 mixed',
      'Mixed replication results (91 studies)',
    ],
    [[0, 1, 1], 'Mixed replication results: 1 failed, 1 mixed', 'Mixed replication results (2 studies)'],
    [[1, 1], 'Mixed replication results: 1 replicated, 1 failed', 'Mixed replication results (2 studies)'],
    [[0, 0, 1], 'Mixed replication results (1 study)', 'Mixed replication results (1 study)'],
    [[0, 0, 2], 'Mixed replication results (2 studies)', 'Mixed replication results (2 studies)'],
    [[0, 0, 0, 2], 'Unclear replication results (2 studies)', 'Unclear replication results (2 studies)'],
    [[4, 2], 'Replicated (4 of 6 studies)', 'Replicated (4 of 6 studies)'],
    [
      [31, 21, 8],
      'Mixed replication results: 31 replicated, 21 failed, 8 mixed',
      'Mixed replication results (60 studies)',
    ],
    [[0, 0, 0, 1], 'Unclear replication results (1 study)', 'Unclear replication results (1 study)'],
  ])('status by replications: %j', ([held = 0, failed = 0, mixed, unclear], headline, short) => {
    expect(statusWords(status({ replications: attempts(held, failed, mixed, unclear) }))).toMatchObject({
      headline,
      short,
    })
  })

  test('title prefix and headline use the same term', () => {
    const word = (mixed: number, unclear: number) =>
      statusWords(status({ replications: attempts(0, 0, mixed, unclear) })).word
    expect([word(2, 0), word(1, 1), word(0, 2)]).toEqual([
      'Mixed replication results',
      'Mixed replication results',
      'Unclear replication results',
    ])
  })

  test('the status states when and by whom the paper was replicated', () => {
    const said = status({ replications: attempts(0, 2) })
    expect(said.source?.name).toBe('FORRT (CC BY 4.0)')
    expect(toldBy({ ...said, repeated: { first: 2012, last: 2015 } })).toBe(
      'Studies published between 2012 and 2015, according to FORRT (CC BY 4.0).',
    )
    expect(toldBy({ ...said, repeated: { first: 2012, last: 2012 } })).toMatch(
      /^Studies published in 2012, according to/,
    )
    expect(toldBy({ ...said, repeated: null })).toBe('According to FORRT (CC BY 4.0).')
    expect(toldBy(status({}))).toBe('')
  })

  test('the status is the most severe one known', () => {
    const inOrder: [Partial<Evidence>, Status['kind']][] = [
      [{ updates: [update('retraction')] }, 'retracted'],
      [{ updates: [update('partial_retraction')] }, 'partly-retracted'],
      [{ updates: [update('withdrawal')] }, 'withdrawn'],
      [{ updates: [update('expression_of_concern')] }, 'concern'],
      [{ replications: attempts(0, 1) }, 'not-held'],
      [{ updates: [update('erratum')] }, 'corrected'],
    ]
    for (const [index, [, kind]] of inOrder.entries()) {
      const rest = inOrder.slice(index).map(([evidence]) => evidence)
      const all = {
        updates: rest.flatMap(({ updates = [] }) => updates),
        replications: rest.flatMap(({ replications = [] }) => replications),
      }
      expect(status(all).kind).toBe(kind)
    }
  })

  test('the status has the date of the first retraction or the latest concern', () => {
    const twice = (type: string) => [
      update(type, { noticeDoi: '10.1000/a', date: '2019-01' }),
      update(type, { noticeDoi: '10.1000/b', date: '2021-03' }),
    ]
    expect(status({ updates: twice('retraction') }).date).toBe('2019-01')
    expect(status({ updates: twice('expression_of_concern') }).date).toBe('2021-03')
  })

  test('a withdrawn retraction is ignored, and a later one is not', () => {
    const reinstated = update('reinstatement', { date: '2021-01-01' })
    expect(statusWords(status({ updates: [update('retraction'), reinstated] })).headline).toBe(
      'Reinstated on 1 January 2021',
    )
    const again = update('retraction', { noticeDoi: '10.1000/again', date: '2022-01-01' })
    expect(status({ updates: [reinstated, again] }).kind).toBe('retracted')
  })

  test.each<[string, Status['kind'], string]>([
    ['RETRACTED: A paper', 'retracted', 'Retracted, according to the paper’s title in OpenAlex.'],
    ['WITHDRAWN: A paper', 'withdrawn', 'Withdrawn, according to the paper’s title in OpenAlex.'],
    ['Retraction: A paper', 'notice', 'This is the notice that retracts another paper.'],
    ['Erratum to: A paper', 'notice', 'This is the notice that corrects another paper.'],
    ['Expression of concern: A paper', 'notice', 'This is the notice that raises concern about another paper.'],
  ])('the status relies on the title if nothing else is known: %s', (title, kind, note) => {
    const found = status({ title })
    expect(found.kind).toBe(kind)
    expect(statusNote(found)).toBe(note)
    // Records flag notices as if they were retracted.
    expect(status({ title, retractedBy: 'OpenAlex' }).kind).toBe(kind)
  })

  test('a new version deposited as a notice keeps the paper’s own status', () => {
    const updates = [update('corrected-article', { doi: '10.1000/old', noticeDoi: doi })]
    expect(status({ updates, lookUp: () => ({ title: 'A Paper.', year: 2009 }) }).kind).toBe('neutral')
    expect(status({ updates, title: 'Correction', replications: attempts(0, 1) }).kind).toBe('notice')
    expect(status({ updates, replications: attempts(0, 1) }).kind).toBe('not-held')
  })

  test('the status links the republished version', () => {
    const updates = [update('retraction'), update('republication', { noticeDoi: '10.1000/again' })]
    const found = status({ updates, lookUp: () => ({ title: 'A paper, again', year: 2020 }) })
    expect(found).toMatchObject({
      kind: 'republished',
      republished: { href: '/10.1000/again', title: 'A paper, again' },
    })
    expect(statusNote(found)).toBe(
      'Retracted and republished on 5 June 2020, according to the publisher, through Crossref. Notice: https://doi.org/10.1000/retraction. Published again: https://doi.org/10.1000/again.',
    )
  })

  test('every status has a text', () => {
    const updates = fc.array(
      fc.record({
        type: fc.constantFrom('retraction', 'erratum', 'withdrawal', 'expression_of_concern', 'reinstatement', 'x'),
        date: fc.constantFrom(null, '2019', '2020-02', '2021-03-04'),
        source: fc.constantFrom('crossref' as const, 'publisher' as const, 'retraction-watch' as const),
      }),
      { maxLength: 4 },
    )
    const outcomes = fc.array(fc.constantFrom('successful', 'failed', 'mixed', ''), { maxLength: 5 })
    fc.assert(
      fc.property(updates, outcomes, (told, coded) => {
        const found = status({
          updates: told.map(({ type, ...given }) => update(type, given)),
          replications: coded.map(outcome => attempt(outcome)),
        })
        const { headline, word, short } = statusWords(found)
        expect(headline).toMatch(/^[A-Z][^.]*$/)
        expect(`${headline} ${short}`).not.toMatch(/undefined|NaN/)
        expect(word === null).toBe(statusMark(found) === null)
      }),
    )
  })
})
