import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KnownFact, KnownFactKind, KnownModel } from './model.ts'
import { isNumberLeft, layoutStrip } from './strip.ts'
import { exampleFact } from './testing/index.ts'

const fact = (year: number | null, kind: KnownFactKind = 'held', date: string | null = null): KnownFact =>
  exampleFact({ id: `${year} ${kind}`, year, date, kind, label: 'Held', source: { name: 'FORRT', href: null } })
type Drawn = Pick<KnownModel, 'from' | 'to' | 'facts'>
const known = (facts: KnownFact[], from = 2000, to = 2020): Drawn => ({ from, to, facts })
const positions = (model: Drawn) =>
  layoutStrip(model, model.from).marks.map(({ x, level }) => [x, level.narrow, level.wide])

describe('timeline', () => {
  test('an approximate date reads as happened by then', () => {
    const late = { ...fact(2020, 'correction'), dateIsLatest: true }
    const labels = layoutStrip(known([late, fact(2011)]), 2000).marks.map(({ label }) => label)
    expect(labels).toEqual(['2000: published', '2011: Held', '2020 or earlier: Held'])
  })

  test('the timeline runs from publication to today, with only the publication when empty', () => {
    const strip = layoutStrip(known([]), 2000)
    expect(strip.marks).toEqual([
      { kind: 'publication', x: 0, level: { narrow: 0, wide: 0 }, count: 1, fact: null, label: '2000: published' },
    ])
    expect(strip.levels).toEqual({ narrow: 1, wide: 1 })
    expect(strip.ticks).toEqual([
      { year: 2000, x: 0 },
      { year: 2005, x: 25 },
      { year: 2010, x: 50 },
      { year: 2015, x: 75 },
      { year: 2020, x: 100 },
    ])
  })

  test('the timeline is a point when everything happened this year', () => {
    const strip = layoutStrip(known([fact(2020, 'correction')], 2020, 2020), 2020)
    expect(strip.marks.map(({ x, level }) => [x, level.narrow])).toEqual([
      [0, 0],
      [0, 1],
    ])
    expect(strip.ticks).toEqual([{ year: 2020, x: 0 }])
  })

  test('the timeline extends to events outside it', () => {
    const strip = layoutStrip(known([fact(1990), fact(2022)]), 2000)
    expect(strip.ticks.at(0)?.year).toBe(1990)
    expect(strip.ticks.at(-1)?.year).toBe(2022)
  })

  test('the timeline omits an unknown publication year', () => {
    expect(layoutStrip(known([fact(2010)]), null).marks.map(({ kind }) => kind)).toEqual(['held'])
    expect(layoutStrip(known([]), null)).toMatchObject({ marks: [], levels: { narrow: 1, wide: 1 } })
  })

  test('the timeline omits undated events and counts them', () => {
    const strip = layoutStrip(known([fact(null), fact(0), fact(9999), fact(2010)]), 2000)
    expect(strip.undated).toBe(3)
    expect(strip.marks.map(({ fact: index }) => index)).toEqual([null, 3])
  })
})

describe('timeline marks', () => {
  test('marks are placed at their year', () => {
    expect(positions(known([fact(2010), fact(2020)]))).toEqual([
      [0, 0, 0],
      [50, 0, 0],
      [100, 0, 0],
    ])
  })

  test('overlapping marks are stacked, earlier on narrow screens', () => {
    expect(positions(known([fact(2010), fact(2010), fact(2011)]))).toEqual([
      [0, 0, 0],
      [50, 0, 0],
      [50, 1, 1],
      [55, 2, 0],
    ])
  })

  test('marks of one year are stacked by date, oldest at the bottom', () => {
    const { marks } = layoutStrip(
      known([fact(2010, 'retraction', '2010-11'), fact(2010, 'concern', '2010-02-03')]),
      2000,
    )
    expect(marks.map(({ kind }) => kind)).toEqual(['publication', 'concern', 'retraction'])
  })

  test('marks have text labels', () => {
    const replication = { ...fact(2015), title: 'A second study' }
    const { marks } = layoutStrip(known([replication, fact(2016)]), 2000)
    expect(marks.map(({ label }) => label)).toEqual(['2000: published', '2015: Held. A second study', '2016: Held'])
  })

  test('marks of one kind merge into a number when a stack gets too high', () => {
    const many = (n: number, kind: KnownFactKind) => Array.from({ length: n }, () => fact(2014, kind))
    const { marks, levels } = layoutStrip(
      known([...many(36, 'held'), ...many(20, 'not-held'), fact(2002, 'correction')]),
      2000,
    )
    expect(marks.map(({ kind, count, label }) => [kind, count, label])).toEqual([
      ['publication', 1, '2000: published'],
      ['correction', 1, '2002: Held'],
      ['not-held', 20, '2014: 20 failed replications'],
      ['held', 36, '2014: 36 successful replications'],
    ])
    expect(levels).toEqual({ narrow: 2, wide: 2 })
  })
})

test.each([
  [2000, 2001, [2000, 2001]],
  [2000, 2005, [2000, 2001, 2002, 2003, 2004, 2005]],
  // A label needs 44 px beside its neighbour: 2004 has no room beside 2003, nor 2012 beside 2013.
  [2003, 2013, [2003, 2006, 2008, 2010, 2013]],
  [1900, 2026, [1900, 1950, 2000, 2026]],
  [1600, 2026, [1600, 1700, 1800, 1900, 2026]],
])('a timeline from %i to %i has year labels %j', (from, to, years) => {
  const { ticks } = layoutStrip(known([], from, to), from)
  expect(ticks.map(({ year }) => year)).toEqual(years)
  expect(ticks.map(({ x }) => x)).toEqual(years.map(year => Math.round(((year - from) / (to - from)) * 10_000) / 100))
})

test('years before the first journals or more than three ahead are treated as errors', () => {
  const strip = layoutStrip(known([fact(1599), fact(1600), fact(2023), fact(2024)]), 2024)
  expect(strip.marks.map(({ fact: index, label }) => [index, label])).toEqual([
    [1, '1600: Held'],
    [2, '2023: Held'],
  ])
  expect(strip.undated).toBe(2)
  expect(layoutStrip(known([]), 2023).marks).toHaveLength(1)
  expect(layoutStrip(known([]), 1599).marks).toEqual([])
})

describe('label of a mark', () => {
  const labels = (...facts: KnownFact[]) => layoutStrip(known(facts), null).marks.map(({ label }) => label)

  test('the label contains the title, or only the kind if both are equal', () => {
    expect(labels({ ...fact(2010), title: 'Again' }, { ...fact(2011), title: 'Held' }, fact(2012))).toEqual([
      '2010: Held. Again',
      '2011: Held',
      '2012: Held',
    ])
  })

  test('the label counts what a fact represents, by its unit', () => {
    const noun = { one: 'community note', many: 'community notes' }
    expect(labels({ ...fact(2010, 'note'), count: 3, noun }, { ...fact(2011, 'note'), count: 1, noun })).toEqual([
      '2010: 3 community notes',
      '2011: Held',
    ])
    expect(labels({ ...fact(2010, 'mixed'), count: 2 })).toEqual(['2010: 2 replications with mixed or unclear results'])
  })

  test('the label counts each kind of fact by name', () => {
    const partly = { noun: { one: 'partial retraction', many: 'partial retractions' } }
    const facts = Array.from({ length: 7 }, (_, n) => ({ ...fact(2010, 'retraction'), ...(n === 6 && partly) }))
    expect(labels(...facts)).toEqual(['2010: 1 partial retraction, 6 retractions'])
  })

  test('the label of several years gives first and last, or the year all had happened by', () => {
    const facts = Array.from({ length: 100 }, (_, n) => fact(1921 + n))
    const strip = (given: KnownFact[]) => layoutStrip(known(given, 1921), null)
    const { marks, levels } = strip(facts)
    expect(marks.slice(0, 2).map(({ label, count, fact: first, x }) => [label, count, first, x])).toEqual([
      ['1921–1924: 4 successful replications', 4, 0, 1.52],
      ['1925–1929: 5 successful replications', 5, 4, 6.06],
    ])
    expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(100)
    expect(levels).toEqual({ narrow: 4, wide: 2 })
    const late = facts.map((one, n) => (n === 1 ? { ...one, dateIsLatest: true } : one))
    expect(strip(late).marks[0]?.label).toBe('1924 or earlier: 4 successful replications')
  })
})

test.each([
  [6, 6],
  [7, 1],
])('%i facts of one kind and year make %i marks', (facts, marks) => {
  const drawn = layoutStrip(known(Array.from({ length: facts }, () => fact(2010))), null).marks
  expect(drawn).toHaveLength(marks)
  expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(facts)
})

test('facts of one day keep their order, newest on top', () => {
  const alike = [fact(2010, 'concern', '2010-02'), fact(2010, 'retraction', '2010-02'), fact(2010, 'held')]
  expect(layoutStrip(known(alike), null).marks.map(({ fact: index, level }) => [index, level.narrow])).toEqual([
    [2, 0],
    [1, 1],
    [0, 2],
  ])
})

describe('number of a mark', () => {
  const heights = (numbered: number, other: number) =>
    layoutStrip(known([{ ...fact(numbered), count: 12 }, fact(other, 'concern')]), null).marks.map(
      ({ level }) => level.narrow,
    )

  test('the number needs space on the right', () => {
    expect(heights(2010, 2013)).toEqual([0, 1])
    expect(heights(2010, 2014)).toEqual([0, 0])
    expect(heights(2010, 2008)).toEqual([0, 0])
  })

  test('the number goes to the left near the end of the timeline', () => {
    expect(heights(2018, 2015)).toEqual([0, 1])
    expect(heights(2018, 2014)).toEqual([0, 0])
    expect(heights(2018, 2020)).toEqual([0, 0])
    expect([isNumberLeft(80), isNumberLeft(80.01)]).toEqual([false, true])
  })
})

const kinds = [
  'held',
  'not-held',
  'mixed',
  'correction',
  'retraction',
  'concern',
  'reinstatement',
  'notice',
] as const satisfies KnownFactKind[]

test('no marks overlap or get lost, and stacks stay low, for any evidence', () => {
  const facts = fc.array(
    fc.tuple(fc.oneof(fc.integer({ min: 1950, max: 2030 }), fc.constant(null)), fc.constantFrom(...kinds)),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2026 }), facts, (from, list) => {
      const model = known(
        list.map(([year, kind]) => fact(year, kind)),
        from,
        2026,
      )
      const { marks, ticks, levels, undated } = layoutStrip(model, from)
      const drawn = marks.filter(mark => mark.kind !== 'publication').reduce((sum, mark) => sum + mark.count, 0)
      expect(drawn + undated).toBe(list.length)
      expect(marks[0]?.kind).toBe('publication')
      for (const mark of marks) {
        expect(mark.x).toBeGreaterThanOrEqual(0)
        expect(mark.x).toBeLessThanOrEqual(100)
      }
      for (const width of ['narrow', 'wide'] as const) {
        expect(levels[width]).toBeLessThanOrEqual(10)
        for (const [index, mark] of marks.entries())
          for (const other of marks.slice(index + 1))
            if (mark.level[width] === other.level[width])
              expect(Math.abs(mark.x - other.x) * (width === 'narrow' ? 2.48 : 5)).toBeGreaterThanOrEqual(23.9)
      }
      for (const [index, tick] of ticks.slice(1).entries())
        expect((tick.x - (ticks[index]?.x ?? 0)) * 2.48).toBeGreaterThan(40)
    }),
    { numRuns: 500 },
  )
})
