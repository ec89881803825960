import { describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { Evidence, UpdateEntry } from './evidence.ts'
import { mergeEvents } from './merge-events.ts'
import { exampleEvidence, exampleUpdate } from './testing/index.ts'

const merge = (updates: readonly UpdateEntry[], given: Partial<Evidence> = {}) =>
  mergeEvents(exampleEvidence({ updates, ...given }))
const update = exampleUpdate
const retraction = (given: Partial<UpdateEntry> = {}) =>
  update({ type: 'retraction', title: 'Retraction: A paper', ...given })

test('what is done to the paper and what it announces of others are told apart', () => {
  const [own, other] = [update(), update({ doi: '10.1000/other', noticeDoi: '10.1000/paper' })]
  const strange = update({ doi: '10.1000/other', noticeDoi: '10.1000/elsewhere' })
  const { events, announced } = merge([own, other, strange])
  expect(events).toEqual([
    { ...own, datesRecord: false, meaning: expect.objectContaining({ kind: 'correction' }), sources: ['publisher'] },
  ])
  expect(announced).toMatchObject([{ doi: '10.1000/other', noticeDoi: '10.1000/paper' }])
  // A notice at the paper's own DOI is about the paper, and nothing that it announces.
  expect(merge([update({ noticeDoi: '10.1000/paper' })]).announced).toEqual([])
})

describe('the date of an entry of Crossref’s import file', () => {
  const of = (given: Partial<UpdateEntry>, lookUp: Evidence['lookUp'] = () => null) =>
    merge([update({ source: 'crossref', date: '2019-12-01', ...given })], { lookUp }).events.map(
      ({ date, datesRecord }) => [date, datesRecord],
    )
  const inYear = (year: number | null) => (doi: string) => (doi === '10.1000/notice' ? { title: null, year } : null)

  test('is that of its record, which may have changed since', () => {
    expect(of({})).toEqual([['2019-12-01', true]])
    expect(of({ date: null })).toEqual([[null, false]])
  })

  test('is the notice’s year where that is earlier, or the only one', () => {
    expect(of({}, inYear(2012))).toEqual([['2012', false]])
    expect(of({}, inYear(2019))).toEqual([['2019-12-01', true]])
    expect(of({}, inYear(2020))).toEqual([['2019-12-01', true]])
    expect(of({ date: null }, inYear(2012))).toEqual([['2012', false]])
    expect(of({}, inYear(null))).toEqual([['2019-12-01', true]])
  })

  test('is the year that the notice’s DOI tells, where its record is not known', () => {
    expect(of({ noticeDoi: '10.1016/j.jcis.2011.03.004' })).toEqual([['2011', false]])
  })

  test('is not looked up for a notice at the paper’s own DOI, or for none', () => {
    const always = () => ({ title: null, year: 1990 })
    const never = (doi: string) => (doi === '' ? null : always())
    expect(of({ noticeDoi: '10.1000/paper' }, never)).toEqual([['2019-12-01', true]])
    expect(of({ noticeDoi: null }, never)).toEqual([['2019-12-01', true]])
  })

  test('of other sources is that of the notice', () => {
    expect(of({ source: 'retraction-watch' }, inYear(2012))).toEqual([['2019-12-01', false]])
  })
})

describe('of two records that announce each other', () => {
  const forth = (given: Partial<UpdateEntry> = {}) => update({ title: 'Nothing', ...given })
  const back = (given: Partial<UpdateEntry> = {}) =>
    update({ doi: '10.1000/notice', noticeDoi: '10.1000/paper', title: 'Nothing', ...given })
  const isBelieved = (updates: readonly UpdateEntry[]) => {
    const { events, announced } = merge(updates)
    expect(events.length + announced.length).toBe(1)
    return events.length === 1 ? 'that it was corrected' : 'that it corrects'
  }

  test.each<[string, Partial<UpdateEntry>, Partial<UpdateEntry>]>([
    ['Retraction Watch rather than our own list', { source: 'retraction-watch' }, { source: 'starter' }],
    ['Retraction Watch’s list rather than a title', { source: 'retraction-watch-list' }, { title: 'Erratum' }],
    ['our own list rather than a title', { source: 'starter' }, { title: 'Corrigendum to: A paper' }],
    ['the one titled like a notice', { title: 'Erratum: A paper' }, {}],
  ])('the better one is believed: %s', (_, better, worse) => {
    expect(isBelieved([forth(better), back(worse)])).toBe('that it was corrected')
    expect(isBelieved([forth(worse), back(better)])).toBe('that it corrects')
  })

  test('and are as good, the one about the paper at hand is believed', () => {
    expect(isBelieved([forth(), back()])).toBe('that it was corrected')
  })

  test('one that is alone holds, whatever it is worth', () => {
    expect(isBelieved([forth()])).toBe('that it was corrected')
    expect(isBelieved([back()])).toBe('that it corrects')
    // This one is about a third paper.
    const { events } = merge([forth(), back({ doi: '10.1000/third', source: 'starter' })])
    expect(events).toHaveLength(1)
  })

  test('the best of several decides', () => {
    expect(isBelieved([forth({ source: 'starter' }), back(), back({ source: 'retraction-watch' })])).toBe(
      'that it corrects',
    )
  })
})

describe('an event of which two sources tell', () => {
  const one = (updates: readonly UpdateEntry[]) => {
    const { events } = merge(updates)
    expect(events).toHaveLength(1)
    return events[0]
  }
  const anyOrder = (...updates: UpdateEntry[]) => [one(updates), one(updates.toReversed())]

  test('names each of them once', () => {
    const told = [retraction(), retraction({ source: 'retraction-watch' }), retraction({ source: 'retraction-watch' })]
    for (const event of anyOrder(...told)) expect(event?.sources.toSorted()).toEqual(['publisher', 'retraction-watch'])
  })

  test('has the date of the one that is trusted most', () => {
    for (const [best, ...worse] of [
      ['retraction-watch', 'publisher', 'starter', 'crossref'],
      ['publisher', 'starter', 'crossref'],
      ['starter', 'crossref'],
      ['crossref', 'title'],
    ] as const)
      for (const source of worse)
        for (const event of anyOrder(
          retraction({ source: best, date: '2019-05-02' }),
          retraction({ source, date: '2019-04-01' }),
        ))
          expect(event?.date).toBe('2019-05-02')
  })

  test.each<[string, Partial<UpdateEntry>, Partial<UpdateEntry>, string | null, boolean]>([
    ['the day rather than its year', { date: '2019' }, { date: '2019-05-02' }, '2019-05-02', false],
    ['the day rather than its month', { date: '2019-05' }, { date: '2019-05-02' }, '2019-05-02', false],
    ['not another day', { date: '2019' }, { date: '2018-05-02' }, '2019', false],
    ['any rather than none', { date: null }, { date: '2018' }, '2018', false],
    ['what there is', { date: '2018' }, { date: null }, '2018', false],
    ['none where none is known', { date: null }, { date: null }, null, false],
    [
      'the event’s, not the record’s',
      { date: '2019-05-02' },
      { date: '2019-01-01', source: 'crossref' },
      '2019-05-02',
      false,
    ],
    [
      'the record’s where no other is known',
      { date: null },
      { date: '2019-12-01', source: 'crossref' },
      '2019-12-01',
      true,
    ],
    [
      'the earlier of two records',
      { date: '2019-05-02', source: 'crossref' },
      { date: '2018-12-01', source: 'crossref', type: 'erratum', retracted: true },
      '2018-12-01',
      true,
    ],
    [
      'the earlier of two records, also when that comes first',
      { date: '2018-12-01', source: 'crossref' },
      { date: '2019-05-02', source: 'crossref', type: 'erratum', retracted: true },
      '2018-12-01',
      true,
    ],
  ])('is dated by %s', (_, first, second, date, datesRecord) => {
    const told = one([
      retraction({ source: 'retraction-watch', ...first }),
      retraction({ source: 'publisher', ...second }),
    ])
    expect(told).toMatchObject({ date, datesRecord })
  })

  test('is of the gravest kind that one of them gives', () => {
    for (const event of anyOrder(retraction({ source: 'starter' }), update()))
      expect(event?.meaning.kind).toBe('retraction')
  })

  test('gives the reasons of the first that has any', () => {
    const why = (reasons: string[] | undefined, source: UpdateEntry['source']) => retraction({ reasons, source })
    expect(one([why(undefined, 'retraction-watch'), why(['Fraud'], 'publisher')])?.reasons).toEqual(['Fraud'])
    expect(one([why(['Error'], 'retraction-watch'), why(['Fraud'], 'publisher')])?.reasons).toEqual(['Error'])
    expect(one([why(['Error'], 'retraction-watch'), why(undefined, 'publisher')])?.reasons).toEqual(['Error'])
    expect('reasons' in (one([retraction(), retraction({ source: 'starter' })]) ?? {})).toBe(false)
  })

  test.each<[string, string | null, string | null, string | null, string | null]>([
    ['the notice, with its title, rather than none', null, '10.1000/notice', '10.1000/notice', 'Second'],
    ['the notice rather than the paper itself', '10.1000/paper', '10.1000/notice', '10.1000/notice', 'Second'],
    ['the paper itself rather than nothing', null, '10.1000/paper', '10.1000/paper', 'Second'],
    ['the first notice', '10.1000/notice', '10.1000/other', '10.1000/notice', 'First'],
    ['the notice where the second names none', '10.1000/notice', null, '10.1000/notice', 'First'],
    ['nothing where none is named', null, null, null, 'First'],
  ])('is announced by %s', (_, first, second, noticeDoi, title) => {
    expect(
      one([
        retraction({ source: 'retraction-watch', noticeDoi: first, title: 'First' }),
        retraction({ source: 'publisher', noticeDoi: second, title: 'Second' }),
      ]),
    ).toMatchObject({ noticeDoi, title })
  })

  test('takes the notice’s title from who knows it, if it is of the same notice', () => {
    const untitled = retraction({ source: 'retraction-watch', title: null })
    expect(one([untitled, retraction()])?.title).toBe('Retraction: A paper')
    expect(one([untitled, retraction({ noticeDoi: '10.1000/other' })])?.title).toBeNull()
  })
})

test('a record that calls the paper retracted speaks of its partial retraction, and of no notice beside it', () => {
  const partly = update({ type: 'partial-retraction', noticeDoi: '10.1000/part', date: '2004-03-06', retracted: true })
  const later = update({ noticeDoi: '10.1000/later', date: '2006-01-02', retracted: true })
  const kinds = (updates: UpdateEntry[]) => merge(updates).events.map(({ meaning }) => meaning.label)
  expect(kinds([partly, later])).toEqual(['Partial retraction', 'Correction'])
  expect(kinds([partly, { ...later, title: null }])).toEqual(['Partial retraction', 'Correction'])
  expect(
    kinds([
      { ...partly, retracted: false },
      { ...later, title: null },
    ]),
  ).toEqual(['Partial retraction', 'Correction'])
  expect(kinds([{ ...later, title: null }])).toEqual(['Retraction'])
  expect(kinds([{ ...later, title: null, retracted: false }])).toEqual(['Correction'])
})

test('the paper at hand may be the notice', () => {
  const { events, announced } = merge([retraction()], { doi: storedDoi('10.1000/notice') })
  expect([events.length, announced.length]).toEqual([0, 1])
})
