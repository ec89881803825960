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

test('events on the paper are separated from those it announces', () => {
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

describe('date of an entry from Crossref’s import file', () => {
  const of = (given: Partial<UpdateEntry>, lookUp: Evidence['lookUp'] = () => null) =>
    merge([update({ source: 'crossref', date: '2019-12-01', ...given })], { lookUp }).events.map(
      ({ date, datesRecord }) => [date, datesRecord],
    )
  const inYear = (year: number | null) => (doi: string) => (doi === '10.1000/notice' ? { title: null, year } : null)

  test('the date is that of the record, which may have changed since', () => {
    expect(of({})).toEqual([['2019-12-01', true]])
    expect(of({ date: null })).toEqual([[null, false]])
  })

  test('the notice’s year is used if earlier or the only one', () => {
    expect(of({}, inYear(2012))).toEqual([['2012', false]])
    expect(of({}, inYear(2019))).toEqual([['2019-12-01', true]])
    expect(of({}, inYear(2020))).toEqual([['2019-12-01', true]])
    expect(of({ date: null }, inYear(2012))).toEqual([['2012', false]])
    expect(of({}, inYear(null))).toEqual([['2019-12-01', true]])
  })

  test('the year in the notice’s DOI is used if its record is unknown', () => {
    expect(of({ noticeDoi: '10.1016/j.jcis.2011.03.004' })).toEqual([['2011', false]])
  })

  test('no date is looked up for a notice with the paper’s own DOI or none', () => {
    const always = () => ({ title: null, year: 1990 })
    const never = (doi: string) => (doi === '' ? null : always())
    expect(of({ noticeDoi: '10.1000/paper' }, never)).toEqual([['2019-12-01', true]])
    expect(of({ noticeDoi: null }, never)).toEqual([['2019-12-01', true]])
  })

  test('other sources use the notice’s date', () => {
    expect(of({ source: 'retraction-watch' }, inYear(2012))).toEqual([['2019-12-01', false]])
  })
})

describe('records announcing each other', () => {
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
  ])('the better record wins: %s', (_, better, worse) => {
    expect(isBelieved([forth(better), back(worse)])).toBe('that it was corrected')
    expect(isBelieved([forth(worse), back(better)])).toBe('that it corrects')
  })

  test('between equal records the one about the current paper wins', () => {
    expect(isBelieved([forth(), back()])).toBe('that it was corrected')
  })

  test('a single record is used whatever its quality', () => {
    expect(isBelieved([forth()])).toBe('that it was corrected')
    expect(isBelieved([back()])).toBe('that it corrects')
    // This one is about a third paper.
    const { events } = merge([forth(), back({ doi: '10.1000/third', source: 'starter' })])
    expect(events).toHaveLength(1)
  })

  test('the best of several records decides', () => {
    expect(isBelieved([forth({ source: 'starter' }), back(), back({ source: 'retraction-watch' })])).toBe(
      'that it corrects',
    )
  })
})

describe('event reported by two sources', () => {
  const one = (updates: readonly UpdateEntry[]) => {
    const { events } = merge(updates)
    expect(events).toHaveLength(1)
    return events[0]
  }
  const anyOrder = (...updates: UpdateEntry[]) => [one(updates), one(updates.toReversed())]

  test('a merged event names each source once', () => {
    const told = [retraction(), retraction({ source: 'retraction-watch' }), retraction({ source: 'retraction-watch' })]
    for (const event of anyOrder(...told)) expect(event?.sources.toSorted()).toEqual(['publisher', 'retraction-watch'])
  })

  test('a merged event has the date of the most trusted source', () => {
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
  ])('a merged event is dated by %s', (_, first, second, date, datesRecord) => {
    const told = one([
      retraction({ source: 'retraction-watch', ...first }),
      retraction({ source: 'publisher', ...second }),
    ])
    expect(told).toMatchObject({ date, datesRecord })
  })

  test('a merged event has the most severe type', () => {
    for (const event of anyOrder(retraction({ source: 'starter' }), update()))
      expect(event?.meaning.kind).toBe('retraction')
  })

  test('a merged event has the reasons of the first source that has any', () => {
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
  ])('a merged event is announced by %s', (_, first, second, noticeDoi, title) => {
    expect(
      one([
        retraction({ source: 'retraction-watch', noticeDoi: first, title: 'First' }),
        retraction({ source: 'publisher', noticeDoi: second, title: 'Second' }),
      ]),
    ).toMatchObject({ noticeDoi, title })
  })

  test('the notice’s title comes from any source of the same notice', () => {
    const untitled = retraction({ source: 'retraction-watch', title: null })
    expect(one([untitled, retraction()])?.title).toBe('Retraction: A paper')
    expect(one([untitled, retraction({ noticeDoi: '10.1000/other' })])?.title).toBeNull()
  })
})

test('a record’s retracted flag refers to the partial retraction and adds no further notice', () => {
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

test('the current paper may itself be the notice', () => {
  const { events, announced } = merge([retraction()], { doi: storedDoi('10.1000/notice') })
  expect([events.length, announced.length]).toEqual([0, 1])
})
