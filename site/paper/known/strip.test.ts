import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KnownFact, KnownFactKind, KnownModel } from './model.ts'
import { layoutStrip } from './strip.ts'
import { exampleFact } from './testing/index.ts'

const fact = (year: number | null, kind: KnownFactKind = 'held', date: string | null = null): KnownFact =>
  exampleFact({ id: `${year} ${kind}`, year, date, kind, label: 'Held', source: { name: 'FORRT', href: null } })
type Drawn = Pick<KnownModel, 'from' | 'to' | 'facts'>
const known = (facts: KnownFact[], from = 2000, to = 2020): Drawn => ({ from, to, facts })
const positions = (model: Drawn) =>
  layoutStrip(model, model.from).marks.map(({ x, level }) => [x, level.narrow, level.wide])

describe('the line', () => {
  test('says of a date that is not the event’s own that it had happened by then', () => {
    const late = { ...fact(2020, 'correction'), dateIsLatest: true }
    const labels = layoutStrip(known([late, fact(2011)]), 2000).marks.map(({ label }) => label)
    expect(labels).toEqual(['2000: published', '2011: Held', '2020 or earlier: Held'])
  })

  test('runs from publication to today, with nothing on it but the publication when nothing is known', () => {
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

  test('is a point when everything happened this year', () => {
    const strip = layoutStrip(known([fact(2020, 'correction')], 2020, 2020), 2020)
    expect(strip.marks.map(({ x, level }) => [x, level.narrow])).toEqual([
      [0, 0],
      [0, 1],
    ])
    expect(strip.ticks).toEqual([{ year: 2020, x: 0 }])
  })

  test('begins earlier and ends later when something happened outside it', () => {
    const strip = layoutStrip(known([fact(1990), fact(2022)]), 2000)
    expect(strip.ticks.at(0)?.year).toBe(1990)
    expect(strip.ticks.at(-1)?.year).toBe(2022)
  })

  test('has no publication on it when nobody knows its year', () => {
    expect(layoutStrip(known([fact(2010)]), null).marks.map(({ kind }) => kind)).toEqual(['held'])
    expect(layoutStrip(known([]), null)).toMatchObject({ marks: [], levels: { narrow: 1, wide: 1 } })
  })

  test('leaves out what no source dates, and counts it', () => {
    const strip = layoutStrip(known([fact(null), fact(0), fact(9999), fact(2010)]), 2000)
    expect(strip.undated).toBe(3)
    expect(strip.marks.map(({ fact: index }) => index)).toEqual([null, 3])
  })
})

describe('marks', () => {
  test('are at their year', () => {
    expect(positions(known([fact(2010), fact(2020)]))).toEqual([
      [0, 0, 0],
      [50, 0, 0],
      [100, 0, 0],
    ])
  })

  test('are piled up when they meet, on a narrow line sooner than on a wide one', () => {
    expect(positions(known([fact(2010), fact(2010), fact(2011)]))).toEqual([
      [0, 0, 0],
      [50, 0, 0],
      [50, 1, 1],
      [55, 2, 0],
    ])
  })

  test('of one year keep the order of their dates, oldest lowest', () => {
    const { marks } = layoutStrip(
      known([fact(2010, 'retraction', '2010-11'), fact(2010, 'concern', '2010-02-03')]),
      2000,
    )
    expect(marks.map(({ kind }) => kind)).toEqual(['publication', 'concern', 'retraction'])
  })

  test('say in words what they are', () => {
    const replication = { ...fact(2015), title: 'A second study' }
    const { marks } = layoutStrip(known([replication, fact(2016)]), 2000)
    expect(marks.map(({ label }) => label)).toEqual(['2000: published', '2015: Held. A second study', '2016: Held'])
  })

  test('of one kind become one with a number when a pile gets too high', () => {
    const many = (n: number, kind: KnownFactKind) => Array.from({ length: n }, () => fact(2014, kind))
    const { marks, levels } = layoutStrip(
      known([...many(36, 'held'), ...many(20, 'not-held'), fact(2002, 'correction')]),
      2000,
    )
    expect(marks.map(({ kind, count, label }) => [kind, count, label])).toEqual([
      ['publication', 1, '2000: published'],
      ['correction', 1, '2002: Held'],
      ['not-held', 20, '2014: 20 attempts that did not hold'],
      ['held', 36, '2014: 36 attempts that held'],
    ])
    expect(levels).toEqual({ narrow: 2, wide: 2 })
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

test('whatever is known, no two marks meet, none is lost, and piles stay low', () => {
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
